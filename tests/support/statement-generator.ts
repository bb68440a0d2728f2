import {
	type BlockTree,
	type Comparison,
	type ConditionTree,
	columnOf,
	type OutputTree,
	type QueryTree,
	type StatementTree,
	type TableName,
	type TreeSource,
} from "./statement-tree.ts";

/** Returns a random integer from 0 to `below` - 1. */
export type RandomInt = (below: number) => number;

/** Generates a statement. About half contain a flaw; the others bind all tenant tables. */
export function generateStatement(choose: RandomInt): StatementTree {
	return new StatementGenerator(choose).statement();
}

const TABLES = ["memberships", "memberships", "events", "events", "sessions", "organizations", "users"] as const;
const TENANT_TABLES = ["memberships", "events"] as const;
const ALIASES = ["a", "b", "c", "d"] as const;
const JOINS = [
	",",
	"inner join",
	"inner join",
	"left join",
	"left join",
	"cross join",
	"right join",
	"full join",
] as const;
const BINDING: readonly Comparison[] = ["=", "=", "reversed", "plus", "in"];
const OTHER: readonly Comparison[] = ["in two", "<>", "is not null", "between", "case", "text"];
const DEEPEST = 2;

const hasTenant = (source: TreeSource) => columnOf(source) !== null;
const nameOf = ({ alias, from }: TreeSource) => alias ?? from;
const isTenant = ({ from }: TreeSource) => from === "memberships" || from === "events";

/** Sources a condition can refer to. */
interface Names {
	readonly own: readonly TreeSource[];
	readonly outer: readonly TreeSource[];
}

/** A source under construction, whose ON condition is not known yet. */
interface Draft extends TreeSource {
	on: ConditionTree | null;
}

class StatementGenerator {
	readonly #choose: RandomInt;
	#hasShared = false;

	constructor(choose: RandomInt) {
		this.#choose = choose;
	}

	#pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
		return items[this.#choose(items.length)] as T;
	}

	#chance(percent: number): boolean {
		return this.#choose(100) < percent;
	}

	statement(): StatementTree {
		const kind = this.#pick(["select", "select", "select", "update", "delete", "insert"] as const);
		if (kind === "insert") return this.#insert();
		if (kind !== "select") {
			const block = this.#block({ depth: 1, outer: [], target: kind, outputs: () => [] });
			return { kind, block, moves: isMoved(block) && this.#chance(20) };
		}
		const shared = this.#chance(20) ? this.#ids(1, []) : null;
		this.#hasShared = shared !== null;
		return { kind, shared, query: this.#query(0, [], (own, outer) => this.#twoColumns(own, outer, 1)) };
	}

	#insert(): StatementTree {
		const table = this.#pick(TENANT_TABLES);
		const query = this.#chance(60) ? this.#query(1, [], (own) => this.#newRow(own)) : null;
		const conflict = this.#pick([null, null, "org_id, id", query === null ? "code" : null] as const);
		return { kind: "insert", table, query, lines: 1 + this.#choose(2), conflict, names: this.#chance(90) };
	}

	/** Generates a query that selects ids. */
	#ids(depth: number, outer: readonly TreeSource[]): QueryTree {
		return this.#query(depth, outer, (own) => [{ kind: "column", source: this.#pick(own), column: "id" }]);
	}

	#query(
		depth: number,
		outer: readonly TreeSource[],
		outputs: (own: readonly TreeSource[], outer: readonly TreeSource[]) => readonly OutputTree[],
	): QueryTree {
		const blocks = Array.from({ length: this.#chance(80) ? 1 : 2 }, () =>
			this.#block({ depth, outer, target: null, outputs }),
		);
		return { operator: this.#pick(["union", "union all", "intersect", "except"] as const), blocks };
	}

	#twoColumns(own: readonly TreeSource[], outer: readonly TreeSource[], depth: number): readonly OutputTree[] {
		const source = this.#pick(own);
		const first: OutputTree = { kind: "column", source, column: hasTenant(source) ? "tenant" : "id" };
		if (this.#chance(25)) {
			const block = this.#block({
				depth,
				outer: visibleOf(own, outer),
				target: null,
				outputs: () => [{ kind: "rows" }],
			});
			return [first, { kind: "count", query: { operator: "union", blocks: [block] } }];
		}
		return [first, { kind: "column", source: this.#pick(own), column: "id" }];
	}

	/** Generates the columns of a new row: organization, id and a number, for which a sub-query uses its id. */
	#newRow(own: readonly TreeSource[]): readonly OutputTree[] {
		const carriers = own.filter(hasTenant);
		const given: OutputTree =
			carriers.length === 0 || this.#chance(30)
				? { kind: "parameter" }
				: { kind: "column", source: this.#pick(carriers), column: "tenant" };
		const source = this.#pick(own);
		return [given, { kind: "column", source, column: "id" }, { kind: "column", source, column: "id" }];
	}

	#block({
		depth,
		outer,
		target,
		outputs,
	}: {
		depth: number;
		outer: readonly TreeSource[];
		target: "update" | "delete" | null;
		outputs: (own: readonly TreeSource[], outer: readonly TreeSource[]) => readonly OutputTree[];
	}): BlockTree {
		const sources = this.#sources(depth, target);
		const around = outer.filter((source) => visibleOf(sources, [source]).includes(source));
		const where: ConditionTree[] = [];
		const postponed = new Set<TreeSource>();
		let list: Draft[] = [];
		for (const [at, source] of sources.entries()) {
			// The target of an update is in no list with what follows FROM.
			list = source.join === "," || (target !== null && at === 1) ? [source] : [...list, source];
			const hasOn = source.join.endsWith("join") && source.join !== "cross join" && list.length > 1;
			const on: ConditionTree[] = [];
			const terms = hasOn && this.#chance(60) ? on : where;
			// The condition that binds an earlier table may be part of a later ON, where it is not always effective.
			const late = hasOn ? list.find((earlier) => postponed.delete(earlier)) : undefined;
			if (late !== undefined) on.push({ kind: "given", source: late, how: "=" });
			if (hasTenant(source) && this.#chance(isTenant(source) ? 94 : 50)) {
				const own = terms === on ? list : sources;
				const names = { own, outer: terms === on && this.#chance(90) ? [] : around };
				if (this.#chance(10)) postponed.add(source);
				else terms.push(this.#binding(source, names, sources.length));
			}
			if (hasOn && (on.length === 0 || this.#chance(40))) {
				on.push({ kind: "same id", sources: [source, this.#pick(list)] });
			}
			if (hasOn && this.#chance(10)) on.push(this.#other({ own: list, outer: [] }, depth));
			if (hasOn) source.on = this.#together(on, { own: list, outer: [] }, depth);
		}
		while (this.#chance(30)) where.push(this.#other({ own: sources, outer: around }, depth));
		return {
			sources,
			where: where.length === 0 ? null : this.#together(where, { own: sources, outer: around }, depth),
			outputs: outputs(sources, around),
		};
	}

	#sources(depth: number, target: "update" | "delete" | null): Draft[] {
		const sources: Draft[] = [];
		const count = target === "delete" ? 1 : this.#pick([1, 1, 2, 2, 3]);
		while (sources.length < count) {
			const isTarget = target !== null && sources.length === 0;
			const tables: readonly TableName[] = isTarget
				? TENANT_TABLES
				: this.#hasShared
					? [...TABLES, "q1", "q1"]
					: TABLES;
			const from = !isTarget && depth < DEEPEST && this.#chance(12) ? this.#ids(depth + 1, []) : this.#pick(tables);
			const used = sources.map(nameOf);
			const free = ALIASES.filter((alias) => !used.includes(alias));
			const isNameless = typeof from === "string" && !used.includes(from) && this.#chance(40);
			const isFirst = sources.length === 0 || (target !== null && sources.length === 1);
			sources.push({
				from,
				alias: isNameless ? null : this.#pick(free),
				join: isFirst ? "," : this.#pick(JOINS),
				on: null,
			});
		}
		return sources;
	}

	#binding(source: TreeSource, { own, outer }: Names, count: number): ConditionTree {
		const others = [...own, ...outer].filter((other) => other !== source && hasTenant(other));
		if (others.length > 0 && this.#chance(45)) {
			const other = this.#pick(others);
			return { kind: "equal", sources: this.#chance(50) ? [source, other] : [other, source] };
		}
		const isBare = count === 1 && this.#chance(30);
		return { kind: "given", source, how: isBare ? "bare" : this.#chance(95) ? this.#pick(BINDING) : this.#pick(OTHER) };
	}

	/** Generates a condition that binds nothing by itself. */
	#other(names: Names, depth: number): ConditionTree {
		const { own, outer } = names;
		const source = this.#pick(own);
		if (depth < DEEPEST && this.#chance(40)) {
			return {
				kind: this.#pick(["exists", "in"] as const),
				source,
				query: this.#ids(depth + 1, visibleOf(own, outer)),
			};
		}
		if (this.#chance(20)) {
			const parts = [this.#other(names, DEEPEST), this.#other(names, DEEPEST)];
			return this.#chance(50) ? { kind: "or", parts } : { kind: "not", part: { kind: "and", parts } };
		}
		if (!hasTenant(source)) return { kind: "same id", sources: [source, this.#pick(own)] };
		return { kind: "given", source, how: this.#pick(OTHER) };
	}

	/** Combines the conditions with AND, sometimes with a flaw. */
	#together(conditions: readonly ConditionTree[], names: Names, depth: number): ConditionTree {
		const [first, ...rest] = [...conditions].sort(() => this.#choose(2) - 0.5);
		const nested = rest.length > 1 && this.#chance(30) ? [{ kind: "and" as const, parts: rest }] : rest;
		const all: ConditionTree =
			first !== undefined && nested.length === 0 ? first : { kind: "and", parts: first ? [first, ...nested] : nested };
		if (this.#chance(4)) return { kind: "or", parts: [all, this.#other(names, depth)] };
		return this.#chance(2) ? { kind: "not", part: all } : all;
	}
}

const isMoved = ({ sources: [target] }: BlockTree) => target !== undefined && isTenant(target);

/** Returns the sources visible in a sub-query: a name hides outer sources of the same name. */
function visibleOf(own: readonly TreeSource[], outer: readonly TreeSource[]): TreeSource[] {
	const names = own.map(nameOf);
	return [...own, ...outer.filter((source) => !names.includes(nameOf(source)))];
}
