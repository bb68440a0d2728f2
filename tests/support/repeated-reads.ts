import { listenToStatements, type TracedStatement } from "#db/trace";

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

/**
 * Calls `work`. Returns what it returns, and the look-ups that a transaction has repeated meanwhile, although it has not
 * written that table since: a change reads a row once, and remembers what it has locked.
 */
export async function findRepeatedReads<T>(
	work: () => Promise<T>,
): Promise<{ readonly made: T; readonly repeated: string[] }> {
	const statements: TracedStatement[] = [];
	const stop = listenToStatements((statement) => {
		if (statement.transaction) statements.push(statement);
	});
	try {
		const made = await work();
		const transactions = Map.groupBy(statements, ({ transaction }) => transaction);
		return { made, repeated: [...transactions.values()].flatMap(repeatedIn) };
	} finally {
		stop();
	}
}

/** Returns the exceptions that no statement so far has needed. */
export const unusedExceptions = (): string[] => Object.keys(OF_THEIR_OWN).filter((selected) => !used.has(selected));
