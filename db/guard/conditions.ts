import { isComma, isParentheses, isQuery, isSymbol, isWord, type Node } from "./tokens.ts";

/** A table of a FROM clause, or a sub-query or function in its place. */
export interface Source {
	/** Qualifier of its columns; null for a sub-query without a name. */
	readonly name: string | null;
	/** The column that holds the organization; null when there is none. */
	readonly tenantColumn: string | null;
	/** Whether it must be bound. */
	readonly isTenant: boolean;
	/** Whether all of its rows that pass the conditions of the block belong to an organization given by a parameter. */
	isBound: boolean;
}

/** The names visible to an expression. */
export interface Scope {
	readonly sources: readonly Source[];
	/** Scope of the enclosing block; null when that must not bind anything. */
	readonly outer: Scope | null;
}

/** A condition that every row of a block's result meets. */
export interface Condition {
	readonly nodes: readonly Node[];
	/** Scope of the condition; sources that are not among `scope.sources` of the block itself are ignored. */
	readonly scope: Scope;
	/**
	 * Sources whose rows it constrains: the ON of a LEFT JOIN constrains only the joined source, the rows of the others
	 * are kept without a match.
	 */
	readonly binds: readonly Source[];
}

interface ColumnName {
	/** Null for an unqualified column. */
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

/** Whether it is a single parameter; SQLite statements have a plus before it. */
export function isParameter(nodes: readonly Node[]): boolean {
	const [first] = nodes;
	return nodes.length === 1 ? first?.kind === "parameter" : isSymbol(first, "+") && isParameter(nodes.slice(1));
}

/**
 * Returns the source whose organization column the expression is; undefined for any other expression. A name that the
 * engines fold differently (`"M"` and `m`) matches nothing, rather than a table of an enclosing block.
 */
export function findTenantSource(nodes: readonly Node[], scope: Scope | null): Source | undefined {
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

/** Whether a value is a known organization: a parameter, or the column of a bound source. */
export const isGiven = (nodes: readonly Node[], scope: Scope | null): boolean =>
	isParameter(nodes) || findTenantSource(nodes, scope)?.isBound === true;

/** Splits a condition into its conjuncts; none for an OR. */
function conjunctsOf(nodes: readonly Node[]): Node[][] {
	const [first] = nodes;
	if (nodes.length === 1 && isParentheses(first) && !isQuery(first.nodes)) return conjunctsOf(first.nodes);
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
	return terms.length === 1 ? terms : terms.flatMap(conjunctsOf);
}

/** Returns both sides of `a = b` or `a in (b)`; undefined for anything else. */
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

/** Marks the sources that the conditions bind, to a parameter or by equality with a bound source. */
export function bind(conditions: readonly Condition[]): void {
	const equal = conditions.flatMap(({ nodes, scope, binds }) =>
		conjunctsOf(nodes).flatMap((term) => {
			const [left, right] = sidesOf(term) ?? [];
			if (left === undefined || right === undefined) return [];
			return [
				{ source: findTenantSource(left, scope), value: right, scope, binds },
				{ source: findTenantSource(right, scope), value: left, scope, binds },
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
