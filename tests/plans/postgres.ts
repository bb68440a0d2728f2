import type { SQL } from "bun";
import type { Finding, Kind } from "./finding.ts";
import { normalized } from "./statements.ts";

/** A node of a plan, as EXPLAIN (FORMAT JSON) names its members. */
interface PlanNode {
	readonly "Node Type": string;
	readonly "Total Cost": number;
	readonly "Plan Rows": number;
	readonly "Relation Name"?: string;
	readonly "Index Name"?: string;
	readonly "Index Cond"?: string;
	readonly "Recheck Cond"?: string;
	readonly Filter?: string;
	readonly Plans?: readonly PlanNode[];
}

/** Nodes that read all of their input before they return anything: a LIMIT above them limits nothing below. */
const READS_ALL = /Sort|Aggregate|Hash|Materialize|ModifyTable|Unique/;
const SCANS = /^(Seq Scan|Index Scan|Index Only Scan|Bitmap Heap Scan)$/;

/** A page, or a portion, of tables that are a small part of what they may become. */
const LIMIT = 10;

/** Share of a table's rows that are expected to be found: from there on, a page of them is soon met. */
const COMMON = 0.05;

/** Cost that Postgres adds to a plan for actual values, for each table and one more: that of planning again. */
const PLANNING_COST = 2.5;

/** What is known of the schema and its rows. */
interface Facts {
	/** Columns of the unique indexes of each table. */
	readonly unique: ReadonlyMap<string, readonly (readonly string[])[]>;
	/** Conditions of partial indexes, by the index. */
	readonly conditions: ReadonlyMap<string, string>;
	/** Number of rows, by the table. */
	readonly rows: ReadonlyMap<string, number>;
}

async function readFacts(client: SQL): Promise<Facts> {
	const indexes: { table: string; name: string; columns: string; unique: boolean; condition: string | null }[] =
		await client.unsafe(
			`SELECT i.indrelid::regclass::text AS "table", i.indexrelid::regclass::text AS name, i.indisunique AS "unique",
				string_agg(a.attname, ',') AS columns, pg_get_expr(i.indpred, i.indrelid) AS condition
			FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) GROUP BY i.indexrelid`,
		);
	const sizes: { name: string; rows: number }[] = await client.unsafe(
		"SELECT relname AS name, reltuples::float8 AS rows FROM pg_class WHERE relkind = 'r'",
	);
	const unique = Map.groupBy(
		indexes.filter((index) => index.unique),
		({ table }) => table,
	);
	return {
		unique: new Map([...unique].map(([table, keys]) => [table, keys.map(({ columns }) => columns.split(","))])),
		conditions: new Map(indexes.map(({ name, condition }) => [name, condition ?? ""])),
		rows: new Map(sizes.map(({ name, rows }) => [name, rows])),
	};
}

const conditionOf = (node: PlanNode) => node["Index Cond"] ?? node["Recheck Cond"] ?? "";

/** Whether a scan finds at most one row for each row of the tables before it, or for each item of a list. */
function findsOne(node: PlanNode, { unique }: Facts): boolean {
	const equal = [...conditionOf(node).matchAll(/\("?(\w+)"?\)?(?:::text)? = /g)].map(([, column]) => column);
	const keys = unique.get(node["Relation Name"] ?? "") ?? [];
	return keys.some((columns) => columns.every((column) => equal.includes(column)));
}

const stepOf = (node: PlanNode) =>
	[
		node["Node Type"],
		node["Relation Name"],
		node["Index Name"],
		conditionOf(node),
		node.Filter && `filter ${node.Filter}`,
	]
		.filter(Boolean)
		.join(" ");

/** Returns the scans in a plan that may find many rows, those below a LIMIT excepted. */
const manyIn = (node: PlanNode, facts: Facts): PlanNode[] =>
	node["Node Type"] === "Limit"
		? []
		: [
				...(SCANS.test(node["Node Type"]) && !findsOne(node, facts) ? [node] : []),
				...(node.Plans ?? []).flatMap((child) => manyIn(child, facts)),
			];

function faultOf(node: PlanNode, isLimited: boolean, { conditions, rows }: Facts): Kind | null {
	// A statement that locks rows looks at the condition of a partial index once more.
	const isFiltered = node.Filter !== undefined && node.Filter !== conditions.get(node["Index Name"] ?? "");
	const share = node["Plan Rows"] / (rows.get(node["Relation Name"] ?? "") ?? 1);
	if (isLimited && share > COMMON) return null;
	if (conditionOf(node) === "") return isFiltered || !isLimited ? "scan" : null;
	if (isFiltered) return "filter";
	return isLimited ? null : "all";
}

function findingsOf(root: PlanNode, text: string, facts: Facts): Finding[] {
	const findings: Finding[] = [];
	const add = (kind: Kind, node: PlanNode, step = stepOf(node)) =>
		findings.push({ engine: "postgres", kind, table: node["Relation Name"] ?? "", step, statement: normalized(text) });

	function visit(node: PlanNode, isLimited: boolean): void {
		const type = node["Node Type"];
		const kind = SCANS.test(type) && !findsOne(node, facts) ? faultOf(node, isLimited, facts) : null;
		if (kind !== null) add(kind, node);
		const [many] = /Sort/.test(type) ? manyIn(node, facts) : [];
		if (many !== undefined) add("sort", many, `${type} of ${stepOf(many)}`);
		const below = type === "Limit" || (isLimited && !READS_ALL.test(type));
		for (const child of node.Plans ?? []) visit(child, below);
	}

	visit(root, false);
	const [first] = / offset /.test(text) ? (root.Plans ?? []).flatMap((child) => manyIn(child, facts)) : [];
	if (first !== undefined) add("offset", first);
	return findings;
}

/** Returns the statement with values of the large organization, or person, where it has parameters for them. */
const forLargeTenant = (text: string): string =>
	text
		.replace(/("org_id"|"organizations"\."id") = \$\d+/g, "$1 = 'org_1'")
		.replace(/("user_id"|"users"\."id") = \$\d+/g, "$1 = 'usr_1'")
		.replace(/ limit \$\d+/g, ` limit ${LIMIT}`);

async function planOf(client: SQL, text: string): Promise<PlanNode> {
	const rows: { "QUERY PLAN": readonly { Plan: PlanNode }[] }[] = await client
		.unsafe(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)
		.catch((cause) => {
			throw new Error(`it cannot be explained: ${text}`, { cause });
		});
	const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
	if (plan === undefined) throw new Error(`no plan: ${text}`);
	return plan;
}

/**
 * Returns the plan by which Postgres executes a prepared statement for the large tenant, once it has executed it five
 * times: the one for any values, unless that for the actual ones is so much cheaper that planning again pays.
 */
async function planInUse(client: SQL, text: string): Promise<PlanNode> {
	const [forAny, forLarge] = [await planOf(client, text), await planOf(client, forLargeTenant(text))];
	const tables = [...text.matchAll(/ (?:from|join|update|into) "/g)].length;
	const isAnyCheaper = forAny["Total Cost"] < forLarge["Total Cost"] + PLANNING_COST * (tables + 1);
	return isAnyCheaper ? forAny : forLarge;
}

/**
 * Explains statements on a Postgres database with rows and their statistics, and returns what in their plans grows with a
 * table.
 */
export async function explainOnPostgres(client: SQL, texts: readonly string[]): Promise<Finding[]> {
	// All rows are looked at, rather than a sample that differs each time; and pages are known to be visible, which a
	// vacuum in the background would find out sooner or later, and plans depend on.
	await client.unsafe("SET default_statistics_target = 1000");
	await client.unsafe("VACUUM ANALYZE");
	const facts = await readFacts(client);
	const findings: Finding[] = [];
	for (const text of texts) findings.push(...findingsOf(await planInUse(client, text), text, facts));
	return findings;
}
