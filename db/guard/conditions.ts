import { isComma, isParentheses, isQuery, isSymbol, isWord, type Node } from "./tokens.ts";

/** A table, or what stands for one, of a FROM clause. */
export interface Source {
	/** What columns are qualified with; null for a sub-query without a name. */
	readonly name: string | null;
	/** The column that holds the organization; null for what has none. */
	readonly tenantColumn: string | null;
	/** Whether it must be bound. */
	readonly isTenant: boolean;
	/** Whether every row of it that the block goes on with belongs to an organization given by a parameter. */
	isBound: boolean;
}

/** The names an expression can see. */
export interface Scope {
	readonly sources: readonly Source[];
	/** That of the block around; null when nothing around may bind. */
	readonly outer: Scope | null;
}

/** A condition that holds for every row a block goes on with. */
export interface Condition {
	readonly nodes: readonly Node[];
	/** What it can see; what is not among `scope.sources` of the block itself counts for nothing. */
	readonly scope: Scope;
	/** Sources whose rows it holds for: of a LEFT JOIN's ON only the joined one, the others are kept without it. */
	readonly binds: readonly Source[];
}

interface ColumnName {
	/** Null for a column without its table. */
	readonly table: string | null;
	readonly column: string;
}

const isName = (node: Node | undefined): node is Node => node?.kind === "word" || node?.kind === "quoted";

function columnOf(nodes: readonly Node[]): ColumnName | undefined {
	const [first, dot, second] = nodes;
	if (!isName(first)) return undefined;
	if (nodes.length === 1) return { table: null, column: first.text };
	if (nodes.length !== 3 || !isSymbol(dot, ".") || !isName(second)) return undefined;
	return { table: first.text, column: second.text };
}

/** Whether it is a parameter and nothing else; `eqHot` puts a plus before it. */
export function isParameter(nodes: readonly Node[]): boolean {
	const [first] = nodes;
	return nodes.length === 1 ? first?.kind === "parameter" : isSymbol(first, "+") && isParameter(nodes.slice(1));
}

/**
 * The source whose organization the expression is; undefined for any other expression. A name that the engines fold
 * differently (`"M"` and `m`) finds nothing, rather than a table further out.
 */
export function tenantOf(nodes: readonly Node[], scope: Scope | null): Source | undefined {
	const name = columnOf(nodes);
	if (name === undefined || scope === null) return undefined;
	const { table, column } = name;
	if (table === null) {
		const [only, another] = scope.sources;
		return another === undefined && only?.tenantColumn === column ? only : undefined;
	}
	for (let around: Scope | null = scope; around !== null; around = around.outer) {
		const found = around.sources.find((source) => source.name?.toLowerCase() === table.toLowerCase());
		if (found !== undefined) return found.name === table && found.tenantColumn === column ? found : undefined;
	}
	return undefined;
}

/** Whether a value is an organization that is given: by a parameter, or by a row that is bound. */
export const isGiven = (nodes: readonly Node[], scope: Scope | null): boolean =>
	isParameter(nodes) || tenantOf(nodes, scope)?.isBound === true;

/** What must all hold; nothing of an OR. */
function termsOf(nodes: readonly Node[]): Node[][] {
	const [first] = nodes;
	if (nodes.length === 1 && isParentheses(first) && !isQuery(first.nodes)) return termsOf(first.nodes);
	const terms: Node[][] = [[]];
	let betweens = 0;
	for (const node of nodes) {
		if (isWord(node, "or") || isComma(node)) return [];
		if (isWord(node, "between")) betweens++;
		if (!isWord(node, "and") || betweens-- > 0) terms.at(-1)?.push(node);
		else {
			betweens = 0;
			terms.push([]);
		}
	}
	return terms.length === 1 ? terms : terms.flatMap(termsOf);
}

/** `a = b`, or `a in (b)`; undefined for anything else. */
function sidesOf(term: readonly Node[]): readonly [readonly Node[], readonly Node[]] | undefined {
	const at = term.findIndex((node) => isSymbol(node, "=") || isWord(node, "in"));
	if (at === -1) return undefined;
	const right = term.slice(at + 1);
	const [list] = right;
	if (isSymbol(term[at], "=")) return [term.slice(0, at), right];
	return right.length === 1 && isParentheses(list) && isParameter(list.nodes)
		? [term.slice(0, at), list.nodes]
		: undefined;
}

/** Marks the sources that the conditions bind, by a parameter or by equality with one that is bound. */
export function bind(conditions: readonly Condition[]): void {
	const equal = conditions.flatMap(({ nodes, scope, binds }) =>
		termsOf(nodes).flatMap((term) => {
			const [left, right] = sidesOf(term) ?? [];
			if (left === undefined || right === undefined) return [];
			return [
				{ source: tenantOf(left, scope), value: right, scope, binds },
				{ source: tenantOf(right, scope), value: left, scope, binds },
			];
		}),
	);
	for (let more = true; more; ) {
		more = false;
		for (const { source, value, scope, binds } of equal) {
			if (source === undefined || source.isBound || !binds.includes(source) || !isGiven(value, scope)) continue;
			source.isBound = true;
			more = true;
		}
	}
}
