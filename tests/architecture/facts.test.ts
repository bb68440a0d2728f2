import { describe, expect, test } from "bun:test";
import { useHarness } from "../support/harness.ts";
import { readSources } from "./source-files.ts";

const { parley } = await useHarness();
const facts = [...parley.services.facts.values()];
const events = facts.filter(({ event }) => event !== null);

/**
 * `security` events concern people and credentials, `org` events everything else of an organization but what its
 * meetings are made of, which has names of its own.
 */
const PAST_TENSE =
	/^(org|security|billing|feature_flag|workspace|meeting|recording|upload|transcript|transcription|translation|summary|action_item|usage|legal_hold|retention|privacy|webhook)(\.[a-z_]+)*\.[a-z_]+$/;

describe("every fact", () => {
	test("that a module declares is contributed by its module.ts", async () => {
		const sources = await readSources("modules/*/*/{facts,module}.ts");
		const folder = (path: string) => path.replace(/[^/]+$/, "");
		const contributes = (path: string) =>
			sources.some(
				(file) => file.path === `${folder(path)}module.ts` && /\bfacts\b/.test(file.text.replace(/^import.*$/gm, "")),
			);

		const forgotten = sources.filter(({ path }) => path.endsWith("/facts.ts") && !contributes(path));

		expect(forgotten.map(({ path }) => `${folder(path)}module.ts: contribute the facts of ${path}`)).toEqual([]);
	});

	test("of one event has the same payload: subscribers identify it by its type alone", () => {
		const byEvent = Map.groupBy(events, ({ event }) => event);

		const inconsistent = [...byEvent].filter(([, same]) => new Set(same.map(({ payload }) => payload)).size > 1);

		expect(inconsistent.map(([event]) => event)).toEqual([]);
	});

	test("has a closed payload, so that internal members cannot leak", () => {
		const open = events.filter(({ payload }) => payload?.type !== "object" || payload.additionalProperties !== false);

		expect(open.map(({ name }) => name)).toEqual([]);
	});

	test("has dotted names", () => {
		const malformed = [
			...facts.map(({ action }) => action).filter((action) => !/^[a-z_]+(\.[a-z_]+)+$/.test(action)),
			...events.map(({ event }) => event ?? "").filter((event) => !PAST_TENSE.test(event)),
		];

		expect(malformed).toEqual([]);
	});
});

/** Facts about something that is gone, which a restored backup may nevertheless bring back. */
const MAY_COME_BACK: Readonly<Record<string, string>> = {
	"recording.delete": "its content is a removal of the ledger of artifacts",
	"transcript.delete": "as above",
	"translation.delete": "as above",
	"summary.delete": "as above",
	"auth.erase_account": "the account was closed, which is a removal; it is erased again in time",
	"invitation.revoke": "it expires, and lets in only the person it was for",
	"retention.purge": "its content is removals of the ledger of artifacts",
	"organization.delete": "it is scheduled; a purge is the removal",
	"action_item.delete": "it is content of a meeting that is kept",
	"audit_stream.delete": "its receiver is told what it was told before; it holds no content",
	"integration.delete": "it is one more way for guests into meetings that have a link; it is deleted again",
	"webhook.delete": "its receiver is told what it was told before; it holds no content",
	"feature_flag.delete": "it is part of the configuration of the installation, which a backup brings back as a whole",
	"caption_address.delete": "it ends with its meeting",
};

test("a fact that says that something is gone for good declares what it removes, or it may come back with a backup", () => {
	const gone = facts.filter(({ name }) => /\.(delete|erase|purge|revoke|request_erasure)(_|$)/.test(name));

	const undecided = gone.filter(({ name, removes }) => removes === null && !(name in MAY_COME_BACK));

	expect(
		undecided.map(({ name }) => `${name}: declare what it removes, or why it may come back in MAY_COME_BACK`),
	).toEqual([]);
});
