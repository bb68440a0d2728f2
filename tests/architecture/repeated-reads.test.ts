/** A change reads a row once: what it has locked, it remembers. */
import { afterAll, expect, test } from "bun:test";
import { listenToStatements, type TracedStatement } from "#db/trace";
import { perform, SAMPLES } from "../samples/index.ts";
import { openWorld } from "../samples/world.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { useHarness } from "../support/harness.ts";
import { openLibreServer } from "../support/libretranslate.ts";
import { openMailbox } from "../support/mailbox.ts";
import { RECEIVER_ENV } from "../support/receiver.ts";
import { startStripe } from "../support/stripe-server.ts";

const mailbox = await forThisFile(openMailbox());
const libre = await forThisFile(openLibreServer());
const stripe = startStripe();
afterAll(() => stripe.close());
const api = await useHarness({
	env: {
		BILLING_ENFORCEMENT: "soft",
		...stripe.env,
		...RECEIVER_ENV,
		STT_URL: "http://127.0.0.1:9/v1",
		TRANSLATE_PROVIDER: "libretranslate",
		TRANSLATE_URL: libre.url,
	},
});
const mailed = await useHarness({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "parley@school.example" } });

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
	const isOther = Object.keys(OF_THEIR_OWN).some((selected) => [before, text].some((each) => each.includes(selected)));
	const hides = (statement: string) => statement.includes(`"${table}"."deleted_at_ms" is null`);
	return isOther || (DELETED_OR_NOT.includes(table) && hides(before) !== hides(text));
}

/** Statements that may repeat a look-up of another text, by what they select. A new one belongs here only with a reason. */
const OF_THEIR_OWN: Readonly<Record<string, string>> = {
	'"id" from "organizations"': "locks the organization for `platform/holds`, below the module that has the row",
	'"kind", "state", "ended_at_ms" from "meetings"':
		"reads the clock of content for `platform/artifacts`, below the module",
	'"org_id", "event_sequence", "audit_sequence", "audit_head" from "organization_ledgers"':
		"appends with FOR UPDATE what a new follower has read with a weaker lock",
	'select "state" from "organizations"': "the lock of identity, which is below the module that has the row",
	'"state", "version", coalesce((select "content_id" from "configurations"':
		"is asked at the start of each change, whoever makes it, with the authority of the caller",
};

/** Rows that one change reads both as they are shown and whatever their state: two conditions, two statements. */
const DELETED_OR_NOT = ["meetings", "transcripts"];

test.each(Object.keys(SAMPLES).filter((id) => !id.includes("Passkey")))("%s reads no row twice", async (operation) => {
	const statements: TracedStatement[] = [];
	let isActing = false;
	const stop = listenToStatements((statement) => {
		if (isActing && statement.transaction) statements.push(statement);
	});
	const world = await openWorld(api, await api.createOrganization());
	await perform(
		{
			...world,
			mailed,
			mailbox,
			openDevice: () => Promise.reject(new Error("no browser")),
			async act(method, path, options, on = api) {
				isActing = true;
				const response = await on.request(method, path, options);
				isActing = false;
				return response;
			},
		},
		operation,
	);
	stop();

	expect([...Map.groupBy(statements, ({ transaction }) => transaction).values()].flatMap(repeatedIn)).toEqual([]);
});
