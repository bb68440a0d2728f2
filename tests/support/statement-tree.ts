/**
 * Statements as trees, and whether they bind the tenant: the reference implementation that the tenant guard is tested
 * against. References are objects, not names, so nothing of the guard's parsing (quotes, scopes, precedence) is repeated.
 */

/** Tables of the trees, with the column that contains the organization. The first two are tenant tables. */
export const TENANT_COLUMN = {
	memberships: "org_id",
	events: "org_id",
	sessions: "org_id",
	organizations: "id",
	users: null,
	/** The query of WITH. */
	q1: null,
} as const;

/** Name of a table. */
export type TableName = keyof typeof TENANT_COLUMN;

/** A table or sub-query of a FROM clause. */
export interface TreeSource {
	readonly from: TableName | QueryTree;
	/** Null: referred to by the name of its table. */
	readonly alias: string | null;
	readonly join: "," | "inner join" | "cross join" | "left join" | "right join" | "full join";
	readonly on: ConditionTree | null;
}

/** Comparison of a reference with a parameter; those of {@link BINDING} bind it to one tenant. */
export type Comparison =
	| "="
	| "reversed"
	| "plus"
	| "in"
	| "bare"
	| "in two"
	| "<>"
	| "is not null"
	| "between"
	| "case"
	| "text";

const BINDING: ReadonlySet<Comparison> = new Set(["=", "reversed", "plus", "in", "bare"]);

/** A condition on a row. */
export type ConditionTree =
	| { readonly kind: "and" | "or"; readonly parts: readonly ConditionTree[] }
	| { readonly kind: "not"; readonly part: ConditionTree }
	| { readonly kind: "given"; readonly source: TreeSource; readonly how: Comparison }
	| { readonly kind: "equal"; readonly sources: readonly [TreeSource, TreeSource] }
	| { readonly kind: "same id"; readonly sources: readonly [TreeSource, TreeSource] }
	| { readonly kind: "exists" | "in"; readonly source: TreeSource; readonly query: QueryTree };

/** An output column of a block. `count` is the value of a sub-query, `rows` the number of the block's rows. */
export type OutputTree =
	| { readonly kind: "column"; readonly source: TreeSource; readonly column: "id" | "n" | "tenant" }
	| { readonly kind: "parameter" }
	| { readonly kind: "rows" }
	| { readonly kind: "count"; readonly query: QueryTree };

/** A SELECT, or the row selection of an UPDATE or DELETE, whose first source is the target. */
export interface BlockTree {
	readonly sources: readonly TreeSource[];
	readonly where: ConditionTree | null;
	readonly outputs: readonly OutputTree[];
}

/** Blocks combined by a set operator. */
export interface QueryTree {
	readonly operator: "union" | "union all" | "intersect" | "except";
	readonly blocks: readonly BlockTree[];
}

/** A statement. */
export type StatementTree =
	/** `shared` is the query of WITH, null without one. */
	| { readonly kind: "select"; readonly shared: QueryTree | null; readonly query: QueryTree }
	| { readonly kind: "update" | "delete"; readonly block: BlockTree; readonly moves: boolean }
	| {
			readonly kind: "insert";
			readonly table: TableName;
			/** Null: VALUES with `lines` rows. */
			readonly query: QueryTree | null;
			readonly lines: number;
			/** Conflict target; null: no upsert. */
			readonly conflict: "org_id, id" | "code" | null;
			/** Whether the columns are listed. */
			readonly names: boolean;
	  };

/** Returns the column of a source that contains the organization; null without one. */
export const columnOf = ({ from }: TreeSource): string | null =>
	typeof from === "string" ? TENANT_COLUMN[from] : null;

const isTenantTable = (table: TableName) => table === "memberships" || table === "events";

const termsOf = (condition: ConditionTree | null): readonly ConditionTree[] =>
	condition === null ? [] : condition.kind === "and" ? condition.parts.flatMap(termsOf) : [condition];

/** Whether it is an equality of organizations; the id of an organization is one. */
const isOfTenants = (term: ConditionTree): term is ConditionTree & { readonly kind: "equal" | "same id" } =>
	term.kind === "equal" || (term.kind === "same id" && term.sources.every((source) => columnOf(source) === "id"));

type Bound = ReadonlySet<TreeSource>;

/** Returns the sources of a block whose rows all belong to the given tenant. */
function boundIn({ sources, where }: BlockTree, outer: Bound): Bound {
	const bound = new Set<TreeSource>();
	const learn = (condition: ConditionTree | null, about: readonly TreeSource[], around: Bound) => {
		for (const term of termsOf(condition)) {
			if (term.kind === "given" && BINDING.has(term.how) && about.includes(term.source)) bound.add(term.source);
			if (!isOfTenants(term)) continue;
			const [left, right] = term.sources;
			if (about.includes(left) && (bound.has(right) || around.has(right))) bound.add(left);
			if (about.includes(right) && (bound.has(left) || around.has(left))) bound.add(right);
		}
	};
	for (let before = -1; before < bound.size; ) {
		before = bound.size;
		learn(where, sources, outer);
		sources.forEach((source, at) => {
			const { join, on } = source;
			// Stricter than necessary, as documented: an ON cannot rely on bindings of the outer block.
			if (join === "inner join") learn(on, sources.slice(0, at + 1), new Set());
			if (join === "left join") learn(on, [source], new Set());
		});
	}
	return bound;
}

const isConditionSafe = (condition: ConditionTree | null, bound: Bound): boolean => {
	if (condition === null) return true;
	if (condition.kind === "and" || condition.kind === "or")
		return condition.parts.every((part) => isConditionSafe(part, bound));
	if (condition.kind === "not") return isConditionSafe(condition.part, bound);
	return condition.kind !== "exists" && condition.kind !== "in" ? true : isQuerySafe(condition.query, bound);
};

function isBlockSafe(block: BlockTree, outer: Bound): boolean {
	const own = boundIn(block, outer);
	const bound = new Set([...outer, ...own]);
	const none = new Set<TreeSource>();
	return (
		block.sources.every(
			(source) =>
				(typeof source.from === "string"
					? !isTenantTable(source.from) || own.has(source)
					: isQuerySafe(source.from, none)) && isConditionSafe(source.on, none),
		) &&
		isConditionSafe(block.where, bound) &&
		block.outputs.every((output) => output.kind !== "count" || isQuerySafe(output.query, bound))
	);
}

const isQuerySafe = ({ blocks }: QueryTree, outer: Bound): boolean =>
	blocks.every((block) => isBlockSafe(block, outer));

/** Whether every occurrence of a tenant table is bound to the given tenant. */
export function isSafe(statement: StatementTree): boolean {
	const none = new Set<TreeSource>();
	if (statement.kind === "select") {
		const { shared, query } = statement;
		return (shared === null || isQuerySafe(shared, none)) && isQuerySafe(query, none);
	}
	if (statement.kind !== "insert") return isBlockSafe(statement.block, none);
	const { table, query, conflict, names } = statement;
	const isSourceSafe = query === null || isQuerySafe(query, none);
	if (!isTenantTable(table)) return isSourceSafe;
	const rowsAreGiven = (query?.blocks ?? []).every((block) => {
		const [first] = block.outputs;
		if (first?.kind === "parameter") return true;
		return first?.kind === "column" && first.column === "tenant" && boundIn(block, none).has(first.source);
	});
	return isSourceSafe && rowsAreGiven && names && conflict !== "code";
}
