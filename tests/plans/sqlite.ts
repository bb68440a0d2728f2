import type { Database } from "bun:sqlite";
import { TABLES } from "#tests/support/fill-tables";
import { type Block, blocksOf } from "./blocks.ts";
import type { Finding, Kind } from "./finding.ts";
import { type IndexFacts, readIndexes } from "./schema-facts.ts";
import { normalized } from "./statements.ts";

interface PlanRow {
	readonly id: number;
	readonly parent: number;
	readonly detail: string;
}

/** A step of a plan that reads a table. */
interface Step {
	readonly detail: string;
	readonly table: string;
	/** The block it belongs to; undefined for the tables of foreign keys, which no block names. */
	readonly block: Block | undefined;
	/** Name of the table in its block. */
	readonly name: string;
	readonly isScan: boolean;
	readonly isAutomatic: boolean;
	readonly index: string | null;
	/** Columns that equal a value, and all columns by which rows are found. */
	readonly equal: readonly string[];
	readonly found: readonly string[];
	/** Whether it is a branch of an OR, each with an index of its own. */
	readonly isBranch: boolean;
}

const STEP =
	/^(SCAN|SEARCH) (\w+)(?: USING (AUTOMATIC )?(?:PARTIAL )?(?:COVERING )?(?:INDEX (\w+)|PRIMARY KEY))?(?: \((.*)\))?/;
const tables: ReadonlySet<string> = new Set(TABLES.map(({ name }) => name));

/** Returns the plan of a statement, with the statistics that the database has now. */
function planOf(database: Database, text: string): PlanRow[] {
	try {
		const statement = database.prepare<PlanRow, []>(`EXPLAIN QUERY PLAN ${text}`);
		const plan = statement.all();
		statement.finalize();
		return plan;
	} catch (cause) {
		throw new Error(`it cannot be explained: ${text}`, { cause });
	}
}

function stepsOf(text: string, plan: readonly PlanRow[]): Step[] {
	const blocks = blocksOf(text);
	const byId = new Map(plan.map((row) => [row.id, row]));
	const isBelow = ({ parent }: PlanRow, pattern: RegExp): boolean => {
		const above = byId.get(parent);
		return above !== undefined && (pattern.test(above.detail) || isBelow(above, pattern));
	};
	return plan.flatMap((row) => {
		const match = STEP.exec(row.detail);
		if (match === null) return [];
		const [detail = "", verb, name = "", automatic, index = null, constraints = ""] = match;
		const isNested = isBelow(row, /SUBQUERY|CO-ROUTINE|MATERIALIZE/);
		// A nested block without a nested step: the engine has merged it into the one around it.
		const named = blocks.filter((block) => block.tables.has(name));
		const block = named.find((each) => each.isNested === isNested) ?? named[0];
		const table = block?.tables.get(name) ?? name;
		if (!tables.has(table)) return [];
		const equal = [...constraints.matchAll(/(\w+)=\?/g)].map(([, column = ""]) => column);
		const ranges = [...constraints.matchAll(/(?:\(([\w,]+)\)|(\w+))[<>]/g)];
		const found = [...equal, ...ranges.flatMap(([, list, single]) => list?.split(",") ?? [single ?? ""])];
		const isBranch = isBelow(row, /MULTI-INDEX OR/);
		const isAutomatic = automatic !== undefined;
		return [{ detail, table, block, name, isScan: verb === "SCAN", isAutomatic, index, equal, found, isBranch }];
	});
}

type Indexes = ReadonlyMap<string, IndexFacts>;

/** Whether a step finds at most one row for each row of the tables before it, or for each item of a list. */
function findsOne({ table, equal }: Step, indexes: Indexes): boolean {
	const keys = [...indexes.values()].filter((index) => index.isUnique && index.table === table);
	return keys.some(({ columns }) => columns.every((column) => equal.includes(column)));
}

/** Returns what in a plan grows with a table. */
function findingsOf(text: string, plan: readonly PlanRow[], indexes: Indexes): Finding[] {
	const steps = stepsOf(text, plan);
	const many = steps.filter((step) => !findsOne(step, indexes));
	const kinds = many.flatMap((step) => faultsOf(step, steps, indexes).map((kind) => ({ kind, ...step })));
	const [first] = many;
	const sorted = plan.find(({ detail }) => detail.startsWith("USE TEMP B-TREE"));
	if (sorted && first) kinds.push({ ...first, kind: "sort", detail: sorted.detail });
	return kinds.map(({ kind, table, detail }) => ({
		engine: "sqlite",
		kind,
		table,
		step: detail,
		statement: normalized(text),
	}));
}

function faultsOf(step: Step, steps: readonly Step[], indexes: Indexes): Kind[] {
	const { block, name } = step;
	if (block === undefined || step.isAutomatic) return step.isScan || step.isAutomatic ? ["scan"] : [];
	const together = step.isBranch ? steps.filter((other) => other.isBranch && other.name === name) : [step];
	const known = new Set([
		...together.flatMap(({ found }) => found),
		...(indexes.get(step.index ?? "")?.conditionColumns ?? []),
	]);
	const conditions = [...block.conditions].filter((condition) => condition.startsWith(`${name}.`));
	const isFiltered = conditions.some((condition) => !known.has(condition.slice(name.length + 1)));
	const faults: Kind[] = block.hasOffset ? ["offset"] : [];
	if (step.isScan && (isFiltered || !block.isLimited)) return [...faults, "scan"];
	if (isFiltered) return [...faults, "filter"];
	return block.isLimited ? faults : [...faults, "all"];
}

/** Statistics that SQLite may have: those of a database of one row, and those of the rows that are there. */
const STATISTICS = {
	young: (database: Database) => {
		database.run("ANALYZE");
		// Each number is how many rows have the same values in the first columns of the index.
		database.run(
			"UPDATE sqlite_stat1 SET stat = '1' || replace(hex(zeroblob(length(stat) - length(replace(stat, ' ', '')))), '00', ' 1')",
		);
		database.run("ANALYZE sqlite_schema");
	},
	complete: (database: Database) => database.run("ANALYZE"),
};

/**
 * Explains statements on a SQLite database with rows but without statistics, and returns what in their plans grows with
 * a table, and which joins begin with another table once there are statistics.
 */
export function explainOnSqlite(database: Database, texts: readonly string[]): Finding[] {
	const indexes = readIndexes(database);
	const plans = texts.map((text) => ({ text, plan: planOf(database, text) }));
	const findings = plans.flatMap(({ text, plan }) => findingsOf(text, plan, indexes));
	const orderOf = (text: string, plan: readonly PlanRow[]) => [
		...new Set(stepsOf(text, plan).map(({ table }) => table)),
	];
	for (const [name, gather] of Object.entries(STATISTICS)) {
		gather(database);
		for (const { text, plan } of plans) {
			const [before, after] = [orderOf(text, plan), orderOf(text, planOf(database, text))];
			if (before.join() === after.join()) continue;
			const step = `${after.join(", ")} with ${name} statistics`;
			findings.push({ engine: "sqlite", kind: "order", table: before[0] ?? "", step, statement: normalized(text) });
		}
	}
	return findings;
}
