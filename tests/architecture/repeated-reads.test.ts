/** A change reads a row once: what it has locked, it remembers. */
import { expect, test } from "bun:test";
import { listenToStatements, type TracedStatement } from "#db/trace";
import { perform, SAMPLES } from "../samples/index.ts";
import { useInstallation } from "../samples/installation.ts";

const { api, openWorld } = await useInstallation();

/** A look-up of one row by columns that identify it. */
const LOOKUP =
	/^select .* from "(\w+)" where \(*((?:"\w+"\."\w+" = (?:\+\?|\$\d+)\)*(?: and )?)+).* limit (?:1|\$\d+)(?: for .*)?$/;
const WRITE = /^(?:insert into|update) "(\w+)"/;

/** Returns what one transaction looks up again although it has not written that table since. */
function repeatedIn(statements: readonly TracedStatement[]): string[] {
	const seen = new Map<string, string>();
	return statements.flatMap(({ text, params }) => {
		const [, written] = WRITE.exec(text) ?? [];
		// What is deleted may take rows of other tables with it.
		if (text.startsWith("delete ")) seen.clear();
		for (const key of seen.keys()) if (key.startsWith(`${written} `)) seen.delete(key);
		const [, table = "", where = ""] = LOOKUP.exec(text) ?? [];
		if (table === "") return [];
		const columns = [...where.matchAll(/"\w+"\."(\w+)"/g)].map(([, column]) => column);
		const key = `${table} ${columns.map((column, index) => `${column} = ${params[index]}`).join(" and ")}`;
		const before = seen.get(key);
		seen.set(key, text);
		return before === undefined || isOfItsOwn(table, before, text) ? [] : [`${key}: ${text}`];
	});
}

function isOfItsOwn(table: string, before: string, text: string): boolean {
	const own = Object.keys(OF_THEIR_OWN).find((selected) => [before, text].some((each) => each.includes(selected)));
	if (own !== undefined) used.add(own);
	const hides = (statement: string) => statement.includes(`"${table}"."deleted_at_ms" is null`);
	return own !== undefined || (DELETED_OR_NOT.includes(table) && hides(before) !== hides(text));
}

/** Statements that may repeat a look-up of another text, by what they select. A new one belongs here only with a reason. */
const OF_THEIR_OWN: Readonly<Record<string, string>> = {
	'"id" from "organizations"': "locks the organization for `platform/holds`, below the module that has the row",
	'"kind", "state", "ended_at_ms" from "meetings"':
		"reads the clock of content for `platform/artifacts`, below the module",
	'"org_id", "event_sequence", "audit_sequence", "audit_head" from "organization_ledgers"':
		"appends with FOR UPDATE what a new follower has read with a weaker lock",
	'select "state" from "organizations"': "the lock of identity, which is below the module that has the row",
};

const used = new Set<string>();

/** Rows that one change reads both as they are shown and whatever their state: two conditions, two statements. */
const DELETED_OR_NOT = ["meetings", "transcripts"];

test.each(Object.keys(SAMPLES).filter((id) => !id.includes("Passkey")))("%s reads no row twice", async (operation) => {
	const statements: TracedStatement[] = [];
	let isActing = false;
	const stop = listenToStatements((statement) => {
		if (isActing && statement.transaction) statements.push(statement);
	});
	const world = await openWorld(async (method, path, options, on = api) => {
		isActing = true;
		const response = await on.request(method, path, options);
		isActing = false;
		return response;
	});
	await perform(world, operation);
	stop();

	expect([...Map.groupBy(statements, ({ transaction }) => transaction).values()].flatMap(repeatedIn)).toEqual([]);
});

test("each statement that may repeat a look-up does", () => {
	expect([...used].sort()).toEqual(Object.keys(OF_THEIR_OWN).sort());
});
