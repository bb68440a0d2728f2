import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { transcriptIndexes, unindexedSegments } from "#db/schema";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { meetings } from "../support/meetings.ts";
import { searchesOf } from "../support/searches.ts";
import { transcripts } from "../support/transcripts.ts";

const api = await useHarness();
const { texts, settle } = searchesOf(api);
const { transcriptIndexer } = api.parley.services;
const { db } = api.store.acrossTenants;

/** Imports a transcript in which so much is said, one line a second. */
async function say(by: SignedIn, word: string, count: number) {
	const { id: workspaceId } = await meetings.createWorkspace(by);
	const { id: meetingId } = await meetings.made(by, workspaceId);
	const at = (second: number) => new Date(second * 1_000).toISOString().slice(11, 23);
	const cues = Array.from({ length: count }, (_, n) => `${at(n)} --> ${at(n + 1)}\n${word} number${n}\n`);
	const { id } = await transcripts.imported(by, meetingId, `WEBVTT\n\n${cues.join("\n")}`);
	return { orgId: by.orgId, transcriptId: id as string };
}

/** Transactions of the flood that may come before the other's: the one that runs, and a turn. */
const MOST_PORTIONS = 3;

/** Returns how many transactions the indexer makes until something has happened. */
async function portionsUntil(hasHappened: () => Promise<boolean>): Promise<number> {
	for (let portions = 0; ; portions++) {
		if ((await hasHappened()) || portions > 50) return portions;
		await transcriptIndexer.indexDue(0); // One.
	}
}

const isSaid = (by: SignedIn, word: string) => async () => (await texts(by, word)).length > 0;

/** What an organization may have in the queue before the other's one segment comes. */
const FLOODS: Readonly<Record<string, (by: SignedIn) => Promise<unknown>>> = {
	"thousands of segments of imports": async (by) => {
		for (let n = 0; n < 3; n++) await say(by, "flood", 1_500);
	},
	"more parts of what is said live than are looked at": async (by) => {
		const { orgId, transcriptId } = await say(by, "flood", 1_500);
		const part = (n: number) => ({ orgId, transcriptId, fromMs: n * 10_000 + 1, toMs: n * 10_000 + 2, dueAtMs: 0 });
		await db.insert(unindexedSegments).values(Array.from({ length: 300 }, (_, n) => part(n)));
	},
	"thousands of segments that are to be removed": async (by) => {
		const said = [];
		for (let n = 0; n < 3; n++) said.push(await say(by, "flood", 1_500));
		await settle();
		for (const { transcriptId } of said) {
			const deleted = await api.request("DELETE", `/transcripts/${transcriptId}`, { token: by.token });
			expect(deleted.status).toBeLessThan(300);
		}
		await api.parley.services.jobs.runDue();
		expect(await db.$count(transcriptIndexes, eq(transcriptIndexes.orgId, by.orgId))).toBe(3);
	},
};

describe("one segment of an organization", () => {
	test.each(Object.entries(FLOODS))("is found within a few turns beside those of another: %s", async (_name, flood) => {
		const [flooding, other] = [await api.createOrganization(), await api.createOrganization()];
		await flood(flooding);
		api.advanceMs(1_000);
		await say(other, "ordinary", 1);

		expect(await portionsUntil(isSaid(other, "ordinary"))).toBeLessThanOrEqual(MOST_PORTIONS);
		await settle();
	});

	test("is found before what is older than the index, of any organization", async () => {
		const [flooding, other] = [await api.createOrganization(), await api.createOrganization()];
		const { transcriptId } = await say(flooding, "old", 1_500);
		const old = { dueAtMs: 9_000_000_000_000_000 };
		await db.update(unindexedSegments).set(old).where(eq(unindexedSegments.transcriptId, transcriptId));
		await say(other, "ordinary", 1);

		expect(await portionsUntil(isSaid(other, "ordinary"))).toBe(1);
		await settle();
	});

	test("that is removed leaves the index within a few turns beside those of another", async () => {
		const [flooding, other] = [await api.createOrganization(), await api.createOrganization()];
		const said = [await say(flooding, "flood", 1_500), await say(flooding, "flood", 1_500), await say(other, "one", 1)];
		await settle();
		for (const { orgId, transcriptId } of said) {
			const by = orgId === other.orgId ? other : flooding;
			await api.request("DELETE", `/transcripts/${transcriptId}`, { token: by.token });
		}
		await api.parley.services.jobs.runDue();

		const isGone = async () => (await db.$count(transcriptIndexes, eq(transcriptIndexes.orgId, other.orgId))) === 0;
		// Every other transaction indexes.
		expect(await portionsUntil(isGone)).toBeLessThanOrEqual(2 * MOST_PORTIONS);
		await settle();
	});
});
