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
	/^(org|security|billing|feature_flag|workspace|meeting|series|attendance|recording|upload|transcript|transcription|translation|summary|action_item|usage|legal_hold|retention|privacy|webhook)(\.[a-z_]+)*\.[a-z_]+$/;

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

test("a fact that says that something is gone for good declares what it removes, or it may come back with a backup", () => {
	const gone = facts.filter(({ name }) => /\.(delete|erase|purge|revoke|request_erasure)(_|$)/.test(name));

	const undecided = gone.filter(({ removes, mayComeBack }) => removes === null && mayComeBack === null);

	expect(undecided.map(({ name }) => `${name}: declare removes, or mayComeBack with the reason`)).toEqual([]);
});
