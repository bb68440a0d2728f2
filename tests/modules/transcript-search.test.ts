import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { dialect } from "#db/dialect";
import { transcriptIndexes, unindexedSegments } from "#db/schema";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { meetings } from "../support/meetings.ts";
import { searchesOf } from "../support/searches.ts";
import { transcripts } from "../support/transcripts.ts";

const api = await useHarness();
const { search, texts, settle } = searchesOf(api);
const { transcriptIndexer, jobs } = api.parley.services;
const { db } = api.store.acrossTenants;

/** Imports a transcript in which these lines are said, one a second. */
async function say(by: SignedIn, lines: readonly string[], speaker = "Ada") {
	const { id: workspaceId } = await meetings.createWorkspace(by);
	const { id: meetingId } = await meetings.made(by, workspaceId);
	const at = (second: number) => new Date(second * 1_000).toISOString().slice(11, 23);
	const cues = lines.map((line, n) => `${at(n)} --> ${at(n + 1)}\n<v ${speaker}>${line}\n`);
	const { id } = await transcripts.imported(by, meetingId, `WEBVTT\n\n${cues.join("\n")}`);
	return { meetingId: meetingId as string, transcriptId: id as string };
}

/** Returns all texts that a search finds, of all pages. */
async function allTexts(by: SignedIn, q: string): Promise<string[]> {
	const found: string[] = [];
	for (let cursor = ""; ; ) {
		const { body } = await search(by, q, `&limit=200${cursor}`);
		found.push(...body.data.map(({ text }: { text: string }) => text));
		if (!body.page.hasMore) return found;
		cursor = `&cursor=${body.page.nextCursor}`;
	}
}

const lines = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word} number${n}`);

describe("the indexer", () => {
	test("goes through more than one transaction takes, and leaves nothing", async () => {
		const owner = await api.createOrganization();
		const said = lines(1_500, "prism");
		await say(owner, said);

		await settle();

		expect(await allTexts(owner, "prism")).toEqual(said.toReversed());
		expect(await db.select().from(unindexedSegments)).toEqual([]);
	});

	test("keeps apart what is said at one moment, however much that is", async () => {
		const owner = await api.createOrganization();
		const { id: workspaceId } = await meetings.createWorkspace(owner);
		const { id: meetingId } = await meetings.made(owner, workspaceId);
		const cues = lines(400, "burst").map((line) => `00:00.000 --> 00:01.000\n${line}\n`);
		await transcripts.imported(owner, meetingId, `WEBVTT\n\n${cues.join("\n")}`);

		await settle();

		expect((await allTexts(owner, "burst")).sort()).toEqual(lines(400, "burst").sort());
		expect(await texts(owner, "burst number17")).toEqual(["burst number17"]);
		expect(await texts(owner, '"burst number17"')).toEqual(["burst number17"]);
	});

	test("loses and repeats nothing when it is killed", async () => {
		const owner = await api.createOrganization();
		const said = lines(3_000, "kill");
		await say(owner, said);
		const program = Bun.fileURLToPath(new URL("../support/index-until-killed.ts", import.meta.url));

		for (let kill = 0; kill < 3; kill++) {
			const child = Bun.spawn([process.execPath, program, api.store.url], { stdout: "pipe", stderr: "inherit" });
			for await (const _ of child.stdout) break; // It has indexed something.
			await Bun.sleep(5 * kill);
			child.kill("SIGKILL");
			await child.exited;
		}
		const half = await allTexts(owner, "kill");
		await settle();

		expect(half.length).toBeGreaterThan(0);
		expect(half.length).toBeLessThan(said.length);
		expect(await allTexts(owner, "kill")).toEqual(said.toReversed());
	}, 120_000);

	test("and those who store and correct at the same time lose nothing of each other's", async () => {
		const owner = await api.createOrganization();
		const { transcriptId } = await say(owner, lines(300, "first"));
		const segments = (await transcripts.segments(owner, transcriptId, "?limit=50")).body.data;

		await Promise.all([
			transcriptIndexer.indexDue(60_000),
			say(owner, lines(300, "second")),
			...segments.map(({ id }: { id: string }) => transcripts.edit(owner, transcriptId, id, { text: "third" })),
			transcriptIndexer.indexDue(60_000),
		]);
		await settle();

		const counts = await Promise.all(["first", "second", "third"].map((word) => allTexts(owner, word)));
		expect(counts.map(({ length }) => length)).toEqual([250, 300, 50]);
	});
});

describe("hits that are long", () => {
	test("come on more pages than there would be of short ones, each once", async () => {
		const owner = await api.createOrganization();
		const said = Array.from({ length: 20 }, (_, n) => `${"光は".repeat(9_900)} ${n}`);
		await say(owner, said);
		await settle();

		const { body } = await search(owner, "光", "&limit=200");
		expect([body.data.length > 0 && body.data.length < said.length, body.page.hasMore]).toEqual([true, true]);
		expect(await allTexts(owner, "光")).toEqual(said.toReversed());
	});
});

describe("parts of the queue that have ticks in common", () => {
	test("are indexed together, though another transcript's turn is between them", async () => {
		const owner = await api.createOrganization();
		const [one, other] = [await say(owner, lines(10, "overlap")), await say(owner, lines(3, "between"))];
		await settle();
		const ranges = [
			{ transcriptId: one.transcriptId, fromMs: 0, toMs: 5_000 },
			{ transcriptId: other.transcriptId, fromMs: 0, toMs: 2_000 },
			{ transcriptId: one.transcriptId, fromMs: 3_000, toMs: 9_000 },
		];
		const parts = ranges.map((range, dueAtMs) => ({ orgId: owner.orgId, ...range, dueAtMs }));
		await db.insert(unindexedSegments).values(parts);

		await settle();

		expect((await allTexts(owner, "overlap")).sort()).toEqual(lines(10, "overlap"));
		expect(await db.select().from(unindexedSegments)).toEqual([]);
	});
});

describe("several indexers at once", () => {
	test("find every correction of what was said at one moment", async () => {
		const owner = await api.createOrganization();
		const { id: workspaceId } = await meetings.createWorkspace(owner);
		const { id: meetingId } = await meetings.made(owner, workspaceId);
		const cues = lines(40, "moment").map((line) => `00:00.000 --> 00:00.500\n${line}\n`);
		const { id: transcriptId } = await transcripts.imported(owner, meetingId, `WEBVTT\n\n${cues.join("\n")}`);
		const { body } = await transcripts.segments(owner, transcriptId, "?limit=40");

		const correct = async ({ id }: { id: string }, n: number) => {
			const edited = await transcripts.edit(owner, transcriptId, id, { text: `corrected number${n}` });
			expect([edited.status, edited.text]).toEqual([200, edited.text]);
			await transcriptIndexer.indexDue(60_000);
		};
		await Promise.all(body.data.map(correct));
		await settle();

		expect((await allTexts(owner, "corrected")).sort()).toEqual(lines(40, "corrected").sort());
	});

	test("add transcripts without being in each other's way", async () => {
		const owner = await api.createOrganization();

		const sayOne = async (line: string) => {
			await say(owner, [line]);
			await transcriptIndexer.indexDue(60_000);
		};
		await Promise.all(lines(20, "arrival").map(sayOne));
		await settle();

		expect((await allTexts(owner, "arrival")).sort()).toEqual(lines(20, "arrival").sort());
	});
});

describe("what was said before there was an index", () => {
	test("is found once a copy between databases has queued it", async () => {
		const owner = await api.createOrganization();
		const { transcriptId } = await say(owner, ["magenta"]);
		await db.delete(unindexedSegments).where(eq(unindexedSegments.transcriptId, transcriptId));
		await settle();
		const before = await texts(owner, "magenta");

		const whole = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, dueAtMs: 9_000_000_000_000_000 };
		await db.insert(unindexedSegments).values({ orgId: owner.orgId, transcriptId, ...whole });
		await settle();

		expect([before, await texts(owner, "magenta")]).toEqual([[], ["magenta"]]);
	});
});

/** Returns how often words are in the file of the database and in its log. */
function countInFiles(words: readonly string[]): number {
	const path = api.store.url.replace(/^(?:file|sqlite):/, "");
	const connection = new Database(path, { readwrite: true });
	connection.run("PRAGMA wal_checkpoint(TRUNCATE)");
	connection.close();
	const texts = [path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file, "latin1").toLowerCase());
	return texts.join("\n").split(new RegExp(words.join("|"))).length - 1;
}

/** Only SQLite's file is ours to look into. */
const onSqlite = dialect === "sqlite" ? describe : () => undefined;
onSqlite("after its erasure, no word is left in the file", () => {
	test.each(["transcript", "meeting", "organization"] as const)("of a %s", async (what) => {
		const owner = await api.createOrganization({ name: "Gone" });
		const secret = `zanzibar${what}`;
		const { meetingId, transcriptId } = await say(owner, lines(300, `${secret}one ${secret}two`), `${secret}three`);
		await say(await api.createOrganization(), lines(300, "unsuspicious"));
		await settle();
		const before = countInFiles([secret]);

		if (what === "transcript") await transcripts.remove(owner, transcriptId);
		if (what === "meeting") {
			await meetings.move(owner, meetingId, "end");
			await meetings.remove(owner, meetingId);
		}
		if (what === "organization")
			await api.request("DELETE", `/orgs/${owner.orgId}?force=true&confirm=Gone`, { token: await api.signInSystem() });
		await jobs.runDue();
		await settle();

		expect(before).toBeGreaterThan(0);
		expect(countInFiles([secret])).toBe(0);
		const rows = await db.select().from(transcriptIndexes).where(sql`${transcriptIndexes.orgId} = ${owner.orgId}`);
		expect(rows).toEqual([]);
	});
});
