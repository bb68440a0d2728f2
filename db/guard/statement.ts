import { bind, type Condition, findTenantSource, isGiven, type Scope, type Source } from "./conditions.ts";
import { assertDistinctNames, Cursor, parseFrom, parseTarget, type Tables } from "./sources.ts";
import {
	groupTokens,
	isComma,
	isParentheses,
	isQuery,
	isSymbol,
	isWord,
	type Node,
	split,
	splitClauses,
	tokenize,
	UnsupportedStatementError,
} from "./tokens.ts";

/** The values of a row returned by a query, and the scope they are evaluated in. */
interface Row {
	readonly values: readonly (readonly Node[])[];
	readonly scope: Scope | null;
}

const SELECT = [
	"select",
	"from",
	"where",
	"group",
	"having",
	"window",
	"order",
	"limit",
	"offset",
	"fetch",
	"for",
] as const;
const UPDATE = ["update", "set", "from", "where", "order", "limit", "returning"] as const;
const DELETE = ["delete", "from", "using", "where", "order", "limit", "returning"] as const;

const commaParts = (nodes: readonly Node[]) => split(nodes, isComma);

/** Removes the name from `value as "name"`. */
function withoutName(nodes: readonly Node[]): readonly Node[] {
	return isWord(nodes.at(-2), "as") ? nodes.slice(0, -2) : nodes;
}

/**
 * Returns the tenant tables of a statement, by alias, that it does not bind: each must be bound in its own block of the
 * query. Empty for a statement that names no tenant table.
 * @throws UnsupportedStatementError for a statement that names one in a way the guard cannot parse
 *
 * Some safe statements are rejected, because drizzle does not write them or the engines read them differently: an ON,
 * and a sub-query in FROM, ON or WITH, that refers to the enclosing block; an unqualified organization column where a
 * block has several sources; a literal in place of a parameter, several parameters in IN, row values, `any`; joins in
 * parentheses; the ON of RIGHT and FULL JOIN, USING and NATURAL as a binding; an alias named like a tenant table, or
 * written in two ways that only SQLite treats as one; `is distinct from` outside parentheses; comments; INSERT OR
 * REPLACE, ON CONSTRAINT, MERGE.
 */
export function findUnboundTables(text: string, tables: Tables): readonly string[] {
	if (!mayMention(tables.tenant, text)) return [];
	const tokens = tokenize(text);
	const isNameOfTenant = ({ kind, text: name }: Node) =>
		(kind === "word" || kind === "quoted" || kind === "string") && tables.tenant.has(name.toLowerCase());
	if (!tokens.some(isNameOfTenant)) return [];
	const reader = new StatementChecker(tables, isNameOfTenant);
	reader.statement(groupTokens(tokens));
	return reader.unbound;
}

/** Whether the text contains one of the names at all; `U&"…"` of Postgres may spell them differently. */
function mayMention(names: ReadonlySet<string>, text: string): boolean {
	const lower = text.toLowerCase();
	return lower.includes('u&"') || [...names].some((name) => lower.includes(name));
}

/** Checks one statement. */
class StatementChecker {
	/** Aliases of the tenant tables that are not bound. */
	readonly unbound: string[] = [];
	readonly #tables: Tables;
	readonly #isNameOfTenant: (node: Node) => boolean;
	/** Names of the queries of WITH, which are not tables. */
	readonly #queries = new Set<string>();

	constructor(tables: Tables, isNameOfTenant: (node: Node) => boolean) {
		this.#tables = tables;
		this.#isNameOfTenant = isNameOfTenant;
	}

	/** Checks a whole statement, or one of WITH. */
	statement(nodes: readonly Node[]): void {
		const rest = this.#with(nodes);
		if (isWord(rest[0], "insert")) this.#insert(rest);
		else if (isWord(rest[0], "update")) this.#update(rest);
		else if (isWord(rest[0], "delete")) this.#delete(rest);
		else this.#query(rest, null);
	}

	/** Checks the queries of WITH, each on its own; returns the rest of the statement. */
	#with(nodes: readonly Node[]): readonly Node[] {
		const cursor = new Cursor(nodes);
		if (cursor.word("with") === null) return nodes;
		cursor.word("recursive");
		do {
			const name = cursor.name().toLowerCase();
			if (this.#tables.tenant.has(name))
				throw new UnsupportedStatementError(`"${name}" is a tenant table, not a query`);
			this.#queries.add(name);
			cursor.parentheses();
			if (cursor.word("as") === null) cursor.fail();
			cursor.word("not");
			cursor.word("materialized");
			this.statement(cursor.parentheses() ?? cursor.fail());
		} while (cursor.symbol(","));
		return cursor.rest;
	}

	/** Checks a query, possibly of several blocks; returns its rows, one for each block or line of VALUES. */
	#query(nodes: readonly Node[], outer: Scope | null): Row[] {
		const blocks = split(this.#with(nodes), (node) => isWord(node, "union", "intersect", "except"));
		return blocks.flatMap((block, at) => {
			const cursor = new Cursor(block);
			if (at > 0) cursor.word("all", "distinct");
			const { next, rest } = cursor;
			if (isWord(next, "select")) return [this.#select(rest, outer, blocks.length > 1)];
			if (isWord(next, "values")) return this.#values(rest, outer);
			const inside = cursor.parentheses() ?? cursor.fail();
			if (cursor.next !== undefined && cursor.word("order", "limit", "offset", "fetch") === null) cursor.fail();
			this.#walk(cursor.rest, null);
			return this.#query(inside, outer);
		});
	}

	/** Checks one block. Clauses after the last of several blocks belong to all of them and see none of their tables. */
	#select(nodes: readonly Node[], outer: Scope | null, isPart: boolean): Row {
		const {
			select,
			from,
			where,
			group,
			having,
			window,
			order,
			limit,
			offset,
			fetch,
			for: lock,
		} = splitClauses(nodes, SELECT);
		const { sources, conditions, parts } = parseFrom(from, this.#tables, this.#queries);
		const scope = this.#bind(sources, outer, conditions, where);
		for (const part of parts) this.#walk(part, null);
		for (const part of [select, where, group, having, window]) this.#walk(part, scope);
		for (const part of [order, limit, offset, fetch, lock]) this.#walk(part, isPart ? null : scope);
		const shown = isWord(select[0], "all", "distinct") ? select.slice(1) : select;
		return { values: commaParts(shown).map(withoutName), scope };
	}

	#values(nodes: readonly Node[], outer: Scope | null): Row[] {
		this.#walk(nodes, outer);
		return nodes.filter(isParentheses).map(({ nodes: row }) => ({ values: commaParts(row), scope: null }));
	}

	#update(nodes: readonly Node[]): void {
		const { update, set, from, where, order, limit, returning } = splitClauses(nodes, UPDATE);
		const target = this.#target(update);
		const { sources, conditions, parts } = parseFrom(from, this.#tables, this.#queries);
		const scope = this.#bind([target, ...sources], null, conditions, where);
		this.#assign(set, target, scope);
		for (const part of parts) this.#walk(part, null);
		for (const part of [where, order, limit, returning]) this.#walk(part, scope);
	}

	#delete(nodes: readonly Node[]): void {
		const { delete: nothing, from, using, where, order, limit, returning } = splitClauses(nodes, DELETE);
		new Cursor(nothing).end();
		const target = this.#target(from);
		const { sources, conditions, parts } = parseFrom(using, this.#tables, this.#queries);
		const scope = this.#bind([target, ...sources], null, conditions, where);
		for (const part of parts) this.#walk(part, null);
		for (const part of [where, order, limit, returning]) this.#walk(part, scope);
	}

	#target(nodes: readonly Node[]): Source {
		const cursor = new Cursor(nodes);
		const target = parseTarget(cursor, this.#tables, this.#queries);
		cursor.end();
		return target;
	}

	/**
	 * Checks an INSERT: each row names its organization, and an existing row is changed only if it belongs to the same
	 * one.
	 */
	#insert(nodes: readonly Node[]): void {
		const { insert, returning } = splitClauses(nodes, ["insert", "returning"]);
		const cursor = new Cursor(insert);
		if (cursor.word("into") === null) cursor.fail();
		const target = parseTarget(cursor, this.#tables, this.#queries);
		const columns = isParentheses(cursor.next) && !isQuery(cursor.next.nodes) ? cursor.parentheses() : null;
		const body = cursor.until((node, following) => isWord(node, "on") && isWord(following, "conflict"));
		const at = tenantColumnIndex(commaParts(columns ?? []), target);
		const rows = this.#query(body, null);
		const isBound = rows.every((row) => isRowBound(row, at));
		if (target.isTenant && !isBound) this.unbound.push(target.name ?? "");
		const excluded = { ...target, name: "excluded", isBound };
		while (cursor.word("on") !== null) {
			this.#upsert(
				cursor.until((node) => isWord(node, "on")),
				target,
				excluded,
			);
		}
		cursor.end();
		this.#walk(returning, { sources: [{ ...target, isBound }], outer: null });
	}

	#upsert(nodes: readonly Node[], target: Source, excluded: Source): void {
		const doAt = nodes.findIndex((node) => isWord(node, "do"));
		const conflict = nodes.slice(1, Math.max(doAt, 1));
		const action = new Cursor(nodes.slice(conflict.length + 1));
		if (action.word("do") === null) action.fail();
		this.#walk(conflict, null);
		if (action.word("nothing") !== null) {
			action.end();
			return;
		}
		if (action.word("update") === null) action.fail();
		const { set, where } = splitClauses(action.rest, ["set", "where"]);
		const [columns] = conflict;
		const isSame = isParentheses(columns) && tenantColumnIndex(commaParts(columns.nodes), target) !== -1;
		const changed = { ...target, isBound: isSame && excluded.isBound };
		const scope = this.#bind([changed, excluded], null, [], where);
		this.#assign(set, changed, scope);
		this.#walk(where, scope);
	}

	/** Checks SET: the organization of a row may only be set to a known one. */
	#assign(nodes: readonly Node[], target: Source, scope: Scope): void {
		this.#walk(nodes, scope);
		if (!target.isTenant) return;
		for (const assignment of commaParts(nodes)) {
			const [column, equals, ...value] = assignment;
			if (column?.kind === "group" || !isSymbol(equals, "=")) throw new UnsupportedStatementError("what SET changes");
			if (column?.text.toLowerCase() === target.tenantColumn && !isGiven(value, scope)) {
				this.unbound.push(target.name ?? "");
			}
		}
	}

	/** Returns the scope of a block, its sources marked as bound or not; records the unbound ones. */
	#bind(
		sources: readonly Source[],
		outer: Scope | null,
		conditions: readonly Condition[],
		where: readonly Node[],
	): Scope {
		assertDistinctNames(sources);
		const scope = { sources, outer };
		bind([...conditions, { nodes: where, scope, binds: sources }]);
		for (const { name, isTenant, isBound } of sources) if (isTenant && !isBound) this.unbound.push(name ?? "");
		return scope;
	}

	/** Checks the sub-queries of an expression. */
	#walk(nodes: readonly Node[], scope: Scope | null): void {
		nodes.forEach((node, at) => {
			if (isParentheses(node) && isQuery(node.nodes)) this.#query(node.nodes, scope);
			else if (node.kind === "group") this.#walk(node.nodes, scope);
			// SQLite has `id in table`, Postgres `(table name)`.
			else if (isWord(node, "in", "from", "join", "table")) this.#assertNoTable(nodes.slice(at + 1, at + 4));
		});
	}

	#assertNoTable([name, dot, second]: readonly Node[]): void {
		const table = isSymbol(dot, ".") ? second : name;
		if (table !== undefined && this.#isNameOfTenant(table)) {
			throw new UnsupportedStatementError(`"${table.text}" stands where no table is expected`);
		}
	}
}

/** Returns the index of the organization among columns; -1 when it is missing or occurs twice. */
function tenantColumnIndex(columns: readonly (readonly Node[])[], target: Source): number {
	const names = columns.map((column) => column.at(-1)?.text.toLowerCase());
	const at = names.indexOf(target.tenantColumn ?? undefined);
	const isItself = findTenantSource(columns[at] ?? [], { sources: [target], outer: null }) !== undefined;
	return isItself && names.indexOf(names[at], at + 1) === -1 ? at : -1;
}

/** Whether the value at this index of the row is a known organization. With a `*` the index is meaningless. */
function isRowBound({ values, scope }: Row, at: number): boolean {
	const value = values[at];
	return value !== undefined && !values.some((each) => isSymbol(each.at(-1), "*")) && isGiven(value, scope);
}
