/** A token, or the content of a pair of parentheses or of CASE … END. */
export interface Node {
	readonly kind: "word" | "quoted" | "string" | "number" | "parameter" | "symbol" | "group";
	/**
	 * A word in lower case, a quoted name or a string without its quotes, a single symbol character; for a group its
	 * opening, `(` or `case`.
	 */
	readonly text: string;
	/** Content of a group; empty for a token. */
	readonly nodes: readonly Node[];
}

/** Thrown for a statement that the guard cannot parse and therefore rejects. */
export class UnsupportedStatementError extends Error {
	override readonly name = "UnsupportedStatementError";
}

// Comments and escape strings are read differently by the two engines, and drizzle writes neither: there is no token
// for them, nor for backticks, brackets and dollar quotes, nor for a second statement.
const TOKEN =
	/(?!--|\/\*|e'|u&)(?:([a-z_][\w$]*)|"((?:[^"]|"")*)"|'((?:[^']|'')*)'|(\d+(?:\.\d+)?)|(\?\d*|\$\d+)|([(),.=<>!|+\-*/%~^&@#:]))/iy;
const BLANK = /[ \t\r\n\f]*(?:;[ \t\r\n\f]*$)?/y;

const leaf = (kind: Node["kind"], text: string): Node => ({ kind, text, nodes: [] });

/** Splits a statement into tokens. @throws UnsupportedStatementError */
export function tokenize(text: string): Node[] {
	const tokens: Node[] = [];
	for (let at = 0; ; at = TOKEN.lastIndex) {
		BLANK.lastIndex = at;
		BLANK.test(text);
		at = BLANK.lastIndex;
		if (at === text.length) return tokens;
		TOKEN.lastIndex = at;
		const match = TOKEN.exec(text);
		if (match === null) throw new UnsupportedStatementError(`cannot read it from position ${at}`);
		const [, word, quoted, string, number, parameter, symbol = ""] = match;
		if (word !== undefined) tokens.push(leaf("word", word.toLowerCase()));
		else if (quoted !== undefined) tokens.push(leaf("quoted", quoted.replaceAll('""', '"')));
		else if (string !== undefined) tokens.push(leaf("string", string.replaceAll("''", "'")));
		else if (number !== undefined) tokens.push(leaf("number", number));
		else if (parameter !== undefined) tokens.push(leaf("parameter", parameter));
		else tokens.push(leaf("symbol", symbol));
	}
}

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", case: "end" };
const ENDS = new Set(Object.values(CLOSERS));

const isPlain = ({ kind }: Node) => kind === "word" || kind === "symbol";

/** Groups tokens by parentheses and CASE … END. @throws UnsupportedStatementError */
export function groupTokens(tokens: readonly Node[]): Node[] {
	const top: Node[] = [];
	const open: { readonly text: string; readonly nodes: Node[] }[] = [];
	for (const token of tokens) {
		const innermost = open.at(-1);
		const nodes = innermost?.nodes ?? top;
		if (!isPlain(token)) nodes.push(token);
		else if (token.text in CLOSERS) open.push({ text: token.text, nodes: [] });
		else if (!ENDS.has(token.text)) nodes.push(token);
		else {
			if (innermost === undefined || CLOSERS[innermost.text] !== token.text) {
				throw new UnsupportedStatementError(`"${token.text}" ends nothing`);
			}
			open.pop();
			(open.at(-1)?.nodes ?? top).push({ kind: "group", ...innermost });
		}
	}
	const [left] = open;
	if (left !== undefined) throw new UnsupportedStatementError(`"${left.text}" has no end`);
	return top;
}

/** Whether a node is one of these keywords, unquoted. */
export const isWord = (node: Node | undefined, ...words: readonly string[]): boolean =>
	node?.kind === "word" && words.includes(node.text);

/** Whether a node is this character. */
export const isSymbol = (node: Node | undefined, symbol: string): boolean =>
	node?.kind === "symbol" && node.text === symbol;

/** Whether a node is a pair of parentheses. */
export const isParentheses = (node: Node | undefined): node is Node => node?.kind === "group" && node.text === "(";

/** Whether the content of parentheses is a query rather than an expression. */
export const isQuery = (nodes: readonly Node[]): boolean =>
	isWord(nodes[0], "select", "with", "values") || nodes.some((node) => isWord(node, "union", "intersect", "except"));

/** Splits nodes at separators; one part without any. */
export function split(nodes: readonly Node[], isSeparator: (node: Node) => boolean): Node[][] {
	const parts: Node[][] = [[]];
	for (const node of nodes) {
		if (isSeparator(node)) parts.push([]);
		else parts.at(-1)?.push(node);
	}
	return parts;
}

/** Whether a node is a comma. */
export const isComma = (node: Node): boolean => isSymbol(node, ",");

/**
 * Splits a block into its clauses by keyword; `keywords` are given in their required order, missing clauses are empty.
 * Only `for` may be repeated.
 * @throws UnsupportedStatementError when the block does not start with the first keyword, or a keyword is out of order
 */
export function splitClauses<const Keyword extends string>(
	nodes: readonly Node[],
	keywords: readonly Keyword[],
): Readonly<Record<Keyword, readonly Node[]>> {
	const clauses = Object.fromEntries(keywords.map((keyword) => [keyword, []])) as unknown as Record<Keyword, Node[]>;
	let current = -1;
	for (const node of nodes) {
		const next = node.kind === "word" ? keywords.indexOf(node.text as Keyword) : -1;
		const keyword = keywords[Math.max(next, current)];
		const isRepeated = next === current && node.text === "for"; // One locking clause for each strength.
		if (keyword === undefined || (current === -1 && next !== 0) || (next !== -1 && next <= current && !isRepeated)) {
			throw new UnsupportedStatementError(`"${node.text}" is out of turn`);
		}
		if (next === -1) clauses[keyword].push(node);
		else current = next;
	}
	return clauses;
}
