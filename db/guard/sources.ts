import type { Condition, Scope, Source } from "./conditions.ts";
import { isParentheses, isQuery, isSymbol, isWord, type Node, UnsupportedStatementError } from "./tokens.ts";

/** The tables, as far as the guard needs to know them. */
export interface Tables {
	/** Tables whose rows belong to one organization. */
	readonly tenant: ReadonlySet<string>;
	/** The column that holds an organization, by table (tenant table or not). */
	readonly tenantColumns: ReadonlyMap<string, string>;
}

/** A FROM clause. */
export interface From {
	readonly sources: readonly Source[];
	/** The ON conditions that bind. */
	readonly conditions: readonly Condition[];
	/** Sub-queries and expressions inside it. */
	readonly parts: readonly (readonly Node[])[];
}

const RESERVED = new Set(
	`all and as between by case cross default distinct else end except exists fetch for from full group having in inner
	intersect into is join lateral left limit natural not null offset on only or order outer returning right rows select
	set table then union using values when where window with`.split(/\s+/),
);

/** Reads nodes sequentially. */
export class Cursor {
	readonly #nodes: readonly Node[];
	#at = 0;

	constructor(nodes: readonly Node[]) {
		this.#nodes = nodes;
	}

	/** The next node; undefined at the end. */
	get next(): Node | undefined {
		return this.#nodes[this.#at];
	}

	/** The remaining nodes. */
	get rest(): readonly Node[] {
		return this.#nodes.slice(this.#at);
	}

	/** Consumes the next node if it is one of these keywords; returns which one, null for none. */
	word(...words: readonly string[]): string | null {
		const { next } = this;
		if (next === undefined || !isWord(next, ...words)) return null;
		this.#at++;
		return next.text;
	}

	/** Consumes the next node if it is this character; returns whether it was. */
	symbol(symbol: string): boolean {
		const taken = isSymbol(this.next, symbol);
		if (taken) this.#at++;
		return taken;
	}

	/** Consumes the next node if it is a pair of parentheses; returns its content. */
	parentheses(): readonly Node[] | null {
		const { next } = this;
		if (!isParentheses(next)) return null;
		this.#at++;
		return next.nodes;
	}

	/** Consumes the nodes before the first for which `ends` is true. */
	until(ends: (node: Node, following: Node | undefined) => boolean): readonly Node[] {
		const from = this.#at;
		for (let { next } = this; next !== undefined && !ends(next, this.#nodes[this.#at + 1]); next = this.next)
			this.#at++;
		return this.#nodes.slice(from, this.#at);
	}

	/** Consumes the next node if it is a name, unquoted in lower case; null for anything else, keywords included. */
	maybeName(): string | null {
		const { next } = this;
		if (next?.kind !== "quoted" && (next?.kind !== "word" || RESERVED.has(next.text))) return null;
		this.#at++;
		return next.text;
	}

	/** Consumes a name. @throws UnsupportedStatementError */
	name(): string {
		return this.maybeName() ?? this.fail();
	}

	/** Asserts that everything was consumed. @throws UnsupportedStatementError */
	end(): void {
		if (this.next !== undefined) this.fail();
	}

	/** Rejects the next node. @throws UnsupportedStatementError */
	fail(): never {
		throw new UnsupportedStatementError(`"${this.next?.text ?? "the end"}" comes unexpected`);
	}
}

/** The name of a table, possibly qualified with its schema. */
interface TableName {
	readonly name: string;
	readonly hasSchema: boolean;
}

function parseTableName(cursor: Cursor): TableName {
	const first = cursor.name();
	return cursor.symbol(".") ? { name: cursor.name(), hasSchema: true } : { name: first, hasSchema: false };
}

/** Parses an alias, null without one. An alias must not be the name of a tenant table. */
function parseAlias(cursor: Cursor, tables: Tables): string | null {
	const alias = cursor.word("as") === null ? cursor.maybeName() : cursor.name();
	if (alias !== null && tables.tenant.has(alias.toLowerCase())) {
		throw new UnsupportedStatementError(`"${alias}" is a tenant table, not an alias`);
	}
	return alias;
}

/** Parses the table that a statement changes, with its alias. `queries` are the names defined by WITH. */
export function parseTarget(cursor: Cursor, tables: Tables, queries: ReadonlySet<string>): Source {
	const { name, hasSchema } = parseTableName(cursor);
	return createSource(name, hasSchema, parseAlias(cursor, tables), tables, queries);
}

function createSource(
	table: string,
	hasSchema: boolean,
	alias: string | null,
	{ tenant, tenantColumns }: Tables,
	queries: ReadonlySet<string>,
): Source {
	const key = table.toLowerCase();
	const isTenant = tenant.has(key);
	// A table of another schema, or a query of WITH, may have the same name as one of our tables.
	const isOurs = isTenant || (!hasSchema && !queries.has(key));
	return {
		name: alias ?? table,
		tenantColumn: isOurs ? (tenantColumns.get(key) ?? null) : null,
		isTenant,
		isBound: false,
	};
}

/** Parses an item of FROM: a table, a sub-query, or a function that returns rows; adds its content to `parts`. */
function parseFromItem(
	cursor: Cursor,
	tables: Tables,
	queries: ReadonlySet<string>,
	parts: (readonly Node[])[],
): Source {
	cursor.word("lateral");
	const query = cursor.parentheses();
	if (query !== null) {
		if (!isQuery(query)) throw new UnsupportedStatementError("a join in parentheses");
		parts.push([{ kind: "group", text: "(", nodes: query }]);
		return { ...withoutTenant, name: skipColumnNames(cursor, parseAlias(cursor, tables)) };
	}
	const { name, hasSchema } = parseTableName(cursor);
	const inputs = cursor.parentheses();
	if (inputs !== null) {
		parts.push(inputs);
		return { ...withoutTenant, name: skipColumnNames(cursor, parseAlias(cursor, tables) ?? name) };
	}
	// The index follows the alias, if there is one.
	const alias = skipIndex(cursor) ? null : parseAlias(cursor, tables);
	skipIndex(cursor);
	return createSource(name, hasSchema, alias, tables, queries);
}

/** Skips which index SQLite is to use: it decides how rows are found, never which. Returns whether there was one. */
function skipIndex(cursor: Cursor): boolean {
	if (cursor.word("indexed") === null) return false;
	if (cursor.word("by") === null) cursor.fail();
	cursor.name();
	return true;
}

const withoutTenant = { tenantColumn: null, isTenant: false, isBound: false } as const;

/** Skips the column names that may follow the alias of a sub-query or function; a table cannot rename its columns. */
function skipColumnNames(cursor: Cursor, alias: string | null): string | null {
	if (alias !== null) cursor.parentheses();
	return alias;
}

const JOINS = ["natural", "inner", "cross", "left", "right", "full", "join"] as const;

/** Whether a node starts a join; `left(name, 1)` is a function. */
const beginsJoin = (node: Node, following: Node | undefined) => isWord(node, ...JOINS) && !isParentheses(following);

/** Parses the kind of a join, `,` for the start of another list; null at the end. */
function parseJoin(cursor: Cursor): string | null {
	if (cursor.symbol(",")) return ",";
	cursor.word("natural");
	const kind = cursor.word("inner", "cross", "left", "right", "full");
	if (kind !== null && kind !== "inner" && kind !== "cross") cursor.word("outer");
	if (cursor.word("join") !== null) return kind ?? "inner";
	cursor.end();
	return null;
}

/**
 * Parses a FROM clause. Each ON sees the tables of its own list up to its own: on those further on, or further out, the
 * engines disagree. An ON of an inner join binds any of them, of a left join the joined one, of others none. Throws
 * {@link UnsupportedStatementError}.
 */
export function parseFrom(nodes: readonly Node[], tables: Tables, queries: ReadonlySet<string>): From {
	const cursor = new Cursor(nodes);
	const sources: Source[] = [];
	const conditions: Condition[] = [];
	const parts: (readonly Node[])[] = [];
	if (nodes.length === 0) return { sources, conditions, parts };
	let visible: readonly Source[] = [];
	for (let join: string | null = ","; join !== null; join = parseJoin(cursor)) {
		const item = parseFromItem(cursor, tables, queries, parts);
		sources.push(item);
		visible = join === "," ? [item] : [...visible, item];
		if (join === ",") continue;
		if (cursor.word("using") !== null && cursor.parentheses() === null) cursor.fail();
		if (cursor.word("on") === null) continue;
		const on = cursor.until(
			(node, following) => beginsJoin(node, following) || isSymbol(node, ",") || isWord(node, "on"),
		);
		parts.push(on);
		const scope: Scope = { sources: visible, outer: null };
		if (join === "inner" || join === "cross") conditions.push({ nodes: on, scope, binds: visible });
		if (join === "left") conditions.push({ nodes: on, scope, binds: [item] });
	}
	return { sources, conditions, parts };
}

/** Asserts that no two sources have the same name, however it is written. @throws UnsupportedStatementError */
export function assertDistinctNames(sources: readonly Source[]): void {
	const names = sources.flatMap(({ name }) => (name === null ? [] : [name.toLowerCase()]));
	const [twice] = names.filter((name, at) => names.indexOf(name) !== at);
	if (twice !== undefined) throw new UnsupportedStatementError(`two tables are called "${twice}"`);
}
