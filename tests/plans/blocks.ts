import { groupTokens, isParentheses, isQuery, isSymbol, isWord, type Node, tokenize } from "#db/guard/tokens";

/** One SELECT, UPDATE or DELETE of a statement, without the sub-queries in it. */
export interface Block {
	/** Its tables by the names they have in it. */
	readonly tables: ReadonlyMap<string, string>;
	/** Columns that its conditions (WHERE and ON) compare with anything but another table's, as `table.column`. */
	readonly conditions: ReadonlySet<string>;
	/** Whether it has a LIMIT. */
	readonly isLimited: boolean;
	/** Whether it has an OFFSET. */
	readonly hasOffset: boolean;
	/** Whether it is a sub-query, or a query of WITH. */
	readonly isNested: boolean;
}

const CLAUSES = [
	"select",
	"from",
	"join",
	"update",
	"into",
	"on",
	"where",
	"set",
	"order",
	"group",
	"limit",
	"returning",
];

/** Splits a statement of drizzle into its blocks. */
export function blocksOf(text: string): Block[] {
	return read(groupTokens(tokenize(text)), false);
}

function read(nodes: readonly Node[], isNested: boolean): Block[] {
	const tables = new Map<string, string>();
	const conditions = new Set<string>();
	const nested: Block[] = [];
	let clause = "";
	for (const [at, node] of nodes.entries()) {
		if (node.kind === "word" && CLAUSES.includes(node.text)) clause = node.text;
		else if (isParentheses(node) && isQuery(node.nodes)) nested.push(...read(node.nodes, true));
		else if (isNamed(nodes, at)) tables.set(nameOf(nodes, at), node.text);
		else if (clause === "on" || clause === "where") nested.push(...addColumns(nodes, at, at + 1, conditions));
	}
	const has = (word: string) => nodes.some((node) => isWord(node, word));
	return [{ tables, conditions, isLimited: has("limit"), hasOffset: has("offset"), isNested }, ...nested];
}

/** Whether a node is the name of a table. */
const isNamed = (nodes: readonly Node[], at: number): boolean =>
	nodes[at]?.kind === "quoted" && isWord(nodes[at - 1], "from", "join", "update", "into");

/** Returns the name that a table has in its block: the one that follows it, or its own. */
function nameOf(nodes: readonly Node[], at: number): string {
	const next = isWord(nodes[at + 1], "as") ? nodes[at + 2] : nodes[at + 1];
	return (next?.kind === "quoted" ? next : nodes[at])?.text ?? "";
}

/** Whether `table.column` begins at a node. */
const isColumn = (nodes: readonly Node[], at: number): boolean =>
	nodes[at]?.kind === "quoted" && isSymbol(nodes[at + 1], ".") && nodes[at + 2]?.kind === "quoted";

/** Whether a column equals another one: a join, by which the rows of one of the two tables are found. */
const isJoined = (nodes: readonly Node[], at: number): boolean =>
	(isSymbol(nodes[at + 3], "=") && isColumn(nodes, at + 4)) ||
	(isSymbol(nodes[at - 1], "=") && isColumn(nodes, at - 4));

/** Adds the columns of an expression, some of `nodes`; returns the blocks of sub-queries in it. */
function addColumns(nodes: readonly Node[], from: number, to: number, into: Set<string>): Block[] {
	const nested: Block[] = [];
	for (const [at, node] of nodes.entries()) {
		if (at < from || at >= to) continue;
		if (isParentheses(node) && isQuery(node.nodes)) nested.push(...read(node.nodes, true));
		else if (node.kind === "group") nested.push(...addColumns(node.nodes, 0, node.nodes.length, into));
		else if (isColumn(nodes, at) && !isJoined(nodes, at)) into.add(`${node.text}.${nodes[at + 2]?.text}`);
	}
	return nested;
}
