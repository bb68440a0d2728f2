import type { Condition, Scope, Source } from "./conditions.ts";
import { isParentheses, isQuery, isSymbol, isWord, type Node, NotUnderstoodError } from "./tokens.ts";

/** What the guard knows of the tables. */
export interface Tables {
	/** Those whose rows belong to one organization. */
	readonly tenant: ReadonlySet<string>;
	/** The column of a table that holds an organization, of a tenant table or another. */
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

/** Reads nodes one after the other. */
export class Cursor {
	readonly #nodes: readonly Node[];
	#at = 0;

	constructor(nodes: readonly Node[]) {
		this.#nodes = nodes;
	}

	/** The next node, undefined at the end. */
	get next(): Node | undefined {
		return this.#nodes[this.#at];
	}

	/** What is left. */
	get rest(): readonly Node[] {
		return this.#nodes.slice(this.#at);
	}

	/** Takes the next node when it is one of these keywords; answers which, null for none. */
	word(...words: readonly string[]): string | null {
		const { next } = this;
		if (next === undefined || !isWord(next, ...words)) return null;
		this.#at++;
		return next.text;
	}

	/** Takes the next node when it is this character. */
	symbol(symbol: string): boolean {
		const taken = isSymbol(this.next, symbol);
		if (taken) this.#at++;
		return taken;
	}

	/** Takes the next node when it is a pair of parentheses; answers what is inside. */
	parentheses(): readonly Node[] | null {
		const { next } = this;
		if (!isParentheses(next)) return null;
		this.#at++;
		return next.nodes;
	}

	/** Takes the nodes before the first that `ends`. */
	until(ends: (node: Node, following: Node | undefined) => boolean): readonly Node[] {
		const from = this.#at;
		for (let { next } = this; next !== undefined && !ends(next, this.#nodes[this.#at + 1]); next = this.next)
			this.#at++;
		return this.#nodes.slice(from, this.#at);
	}

	/** Takes the next node when it is a name, unquoted in lower case; null for anything else, keywords included. */
	maybeName(): string | null {
		const { next } = this;
		if (next?.kind !== "quoted" && (next?.kind !== "word" || RESERVED.has(next.text))) return null;
		this.#at++;
		return next.text;
	}

	/** Takes a name. Throws {@link NotUnderstoodError}. */
	name(): string {
		return this.maybeName() ?? this.fail();
	}

	/** Throws {@link NotUnderstoodError} unless everything was taken. */
	end(): void {
		if (this.next !== undefined) this.fail();
	}

	/** Throws {@link NotUnderstoodError} for the next node. */
	fail(): never {
		throw new NotUnderstoodError(`"${this.next?.text ?? "the end"}" comes unexpected`);
	}
}

/** A table's name, perhaps with its schema before it. */
interface TableName {
	readonly name: string;
	readonly hasSchema: boolean;
}

function tableName(cursor: Cursor): TableName {
	const first = cursor.name();
	return cursor.symbol(".") ? { name: cursor.name(), hasSchema: true } : { name: first, hasSchema: false };
}

/** An alias, null without one. None may pass itself off as a tenant table. */
function aliasOf(cursor: Cursor, tables: Tables): string | null {
	const alias = cursor.word("as") === null ? cursor.maybeName() : cursor.name();
	if (alias !== null && tables.tenant.has(alias.toLowerCase())) {
		throw new NotUnderstoodError(`"${alias}" is a tenant table, not an alias`);
	}
	return alias;
}

/** The table that a statement changes, with its alias. `queries` are names that stand for a query of WITH. */
export function targetOf(cursor: Cursor, tables: Tables, queries: ReadonlySet<string>): Source {
	const { name, hasSchema } = tableName(cursor);
	return sourceOf(name, hasSchema, aliasOf(cursor, tables), tables, queries);
}

function sourceOf(
	table: string,
	hasSchema: boolean,
	alias: string | null,
	{ tenant, tenantColumns }: Tables,
	queries: ReadonlySet<string>,
): Source {
	const key = table.toLowerCase();
	const isTenant = tenant.has(key);
	// A table of another schema, or a query of WITH, may have the name of one of ours.
	const isOurs = isTenant || (!hasSchema && !queries.has(key));
	return {
		name: alias ?? table,
		tenantColumn: isOurs ? (tenantColumns.get(key) ?? null) : null,
		isTenant,
		isBound: false,
	};
}

/** One item of FROM: a table, a sub-query, or a function that answers rows; `parts` gets what is inside. */
function itemOf(cursor: Cursor, tables: Tables, queries: ReadonlySet<string>, parts: (readonly Node[])[]): Source {
	cursor.word("lateral");
	const query = cursor.parentheses();
	if (query !== null) {
		if (!isQuery(query)) throw new NotUnderstoodError("a join in parentheses");
		parts.push([{ kind: "group", text: "(", nodes: query }]);
		return { ...withoutTenant, name: namedColumns(cursor, aliasOf(cursor, tables)) };
	}
	const { name, hasSchema } = tableName(cursor);
	const inputs = cursor.parentheses();
	if (inputs !== null) {
		parts.push(inputs);
		return { ...withoutTenant, name: namedColumns(cursor, aliasOf(cursor, tables) ?? name) };
	}
	return sourceOf(name, hasSchema, aliasOf(cursor, tables), tables, queries);
}

const withoutTenant = { tenantColumn: null, isTenant: false, isBound: false } as const;

/** Skips the names of the columns that may follow the alias of what is not a table: a table keeps its own. */
function namedColumns(cursor: Cursor, alias: string | null): string | null {
	if (alias !== null) cursor.parentheses();
	return alias;
}

const JOINS = ["natural", "inner", "cross", "left", "right", "full", "join"] as const;

/** `left(name, 1)` is a function. */
const beginsJoin = (node: Node, following: Node | undefined) => isWord(node, ...JOINS) && !isParentheses(following);

/** The kind of a join, `,` for the start of another list; null at the end. */
function joinOf(cursor: Cursor): string | null {
	if (cursor.symbol(",")) return ",";
	cursor.word("natural");
	const kind = cursor.word("inner", "cross", "left", "right", "full");
	if (kind !== null && kind !== "inner" && kind !== "cross") cursor.word("outer");
	if (cursor.word("join") !== null) return kind ?? "inner";
	cursor.end();
	return null;
}

/**
 * Reads a FROM clause. Each ON sees the tables of its own list up to its own: on those further on, or further out, the
 * engines disagree. An ON of an inner join binds any of them, of a left join the joined one, of others none.
 * Throws {@link NotUnderstoodError}.
 */
export function fromOf(nodes: readonly Node[], tables: Tables, queries: ReadonlySet<string>): From {
	const cursor = new Cursor(nodes);
	const sources: Source[] = [];
	const conditions: Condition[] = [];
	const parts: (readonly Node[])[] = [];
	if (nodes.length === 0) return { sources, conditions, parts };
	let visible: readonly Source[] = [];
	for (let join: string | null = ","; join !== null; join = joinOf(cursor)) {
		const item = itemOf(cursor, tables, queries, parts);
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

/** Throws {@link NotUnderstoodError} when two of them have one name, however it is written. */
export function assertDistinct(sources: readonly Source[]): void {
	const names = sources.flatMap(({ name }) => (name === null ? [] : [name.toLowerCase()]));
	const [twice] = names.filter((name, at) => names.indexOf(name) !== at);
	if (twice !== undefined) throw new NotUnderstoodError(`two tables are called "${twice}"`);
}
