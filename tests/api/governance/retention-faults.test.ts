import { expect, test } from "bun:test";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { artifacts, segments, transcripts } from "#db/schema";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { addOldContent } from "#tests/support/old-content";
import { DAY_MS, retentionOf } from "#tests/support/retention";
import { inProcessDescribe } from "#tests/support/target";
import { eventsOf } from "#tests/support/traces";

const PROGRAM = Bun.fileURLToPath(new URL("../../support/erase-until-killed.ts", import.meta.url));
const KILLS = 3;

const api = await useHarness();
const { sweep, start, made, runs } = retentionOf(api);
const { db } = api.store.acrossTenants;
const asSystem = async () => api.as(await api.signInSystem());

/** An organization with transcripts: some that have expired by the default policy, some that have not. */
async function withContent({ old, young }: { old: number; young: number }) {
	const owner = await api.createOrganization({ orgType: "business" });
	const workspace = await meetings.createWorkspace(owner);
	const place = { ...owner, workspaceId: workspace.id };
	const endedAtMs = api.nowMs() - 400 * DAY_MS;
	await addOldContent(api.store.url, place, { transcripts: old, endedAtMs });
	await addOldContent(api.store.url, place, { transcripts: young, endedAtMs: api.nowMs() - 300 * DAY_MS });
	return { owner, endedAtMs };
}

const countOf = ({ orgId }: SignedIn) =>
	db.$count(artifacts, and(eq(artifacts.orgId, orgId), isNull(artifacts.deletedAtMs)));

/** Returns transcripts of which something is gone, although the ledger does not say that their purge has begun. */
const halfDeleted = ({ orgId }: SignedIn) =>
	db
		.select({ id: artifacts.ownerId })
		.from(artifacts)
		.where(
			and(
				eq(artifacts.orgId, orgId),
				isNull(artifacts.purgeStartedAtMs),
				sql`(select count(*) from ${segments} where ${segments.orgId} = ${artifacts.orgId} and ${segments.transcriptId} = ${artifacts.ownerId}) < 2`,
			),
		);

/** Returns content whose purge began although its period is not over. */
const early = ({ orgId }: SignedIn, cutoffMs: number) =>
	db
		.select({ id: artifacts.id })
		.from(artifacts)
		.where(
			and(
				eq(artifacts.orgId, orgId),
				isNotNull(artifacts.purgeStartedAtMs),
				sql`${artifacts.clockStartsAtMs} > ${cutoffMs}`,
			),
		);

inProcessDescribe("a sweep whose process is killed again and again", () => {
	test("goes on: nothing is half deleted or deleted early, and its receipts count everything once", async () => {
		const { owner, endedAtMs } = await withContent({ old: 600, young: 50 });
		await start();
		const seen: unknown[] = [];

		for (let kill = 0; kill < KILLS; kill++) {
			const before = await countOf(owner);
			const worker = Bun.spawn([process.execPath, PROGRAM, api.store.url, String(api.nowMs()), api.config.dataDir], {
				stdout: "ignore",
			});
			while ((await countOf(owner)) === before && worker.exitCode === null) await Bun.sleep(1);
			await Bun.sleep(kill * 3);
			worker.kill("SIGKILL");
			await worker.exited;
			seen.push(...(await halfDeleted(owner)), ...(await early(owner, endedAtMs)));
			api.advanceMs(60_000); // The lease of the killed process is over.
		}
		const inTheMiddle = await countOf(owner);
		await sweep();

		expect(seen).toEqual([]);
		expect(inTheMiddle).toBeWithin(51, 650);
		expect(await countOf(owner)).toBe(50);
		const ended: { classes: { transcripts: unknown } }[] = await runs(owner.orgId);
		expect(ended.map(({ classes }) => classes.transcripts)).toEqual([{ items: 600, bytes: 60_000, heldItems: 0 }]);
		const events = (await eventsOf(api.store, owner.orgId)).filter(({ type }) => type === "retention.purge.completed");
		expect(events).toHaveLength(1);
		expect(await db.$count(transcripts, eq(transcripts.orgId, owner.orgId))).toBe(50);
	}, 120_000);
});

inProcessDescribe("what is decided while a sweep runs", () => {
	const { jobs } = api.parley.services;

	/** Has the sweep decide on its first content, and no more. */
	async function beginSweep(owner: SignedIn): Promise<void> {
		await made((await asSystem()).post(`/orgs/${owner.orgId}/retention/run`, {}));
		const running = jobs.runDue("retention.sweep");
		while (
			(await db.$count(artifacts, and(eq(artifacts.orgId, owner.orgId), isNotNull(artifacts.purgeStartedAtMs)))) === 0
		)
			await Bun.sleep(1);
		begun = running;
	}
	let begun: Promise<unknown> = Promise.resolve();

	test("binds it: a longer period keeps what was not decided by then", async () => {
		const { owner } = await withContent({ old: 400, young: 0 });
		await beginSweep(owner);

		await made((await asSystem()).patch(`/orgs/${owner.orgId}/retention`, { transcripts: "500d" }));
		const kept = await undecided(owner);
		await begun;
		await sweep();

		expect(kept).toBeGreaterThan(0);
		expect(await countOf(owner)).toBe(kept);
	});

	test("binds it: a hold keeps everything that was not decided when it was answered", async () => {
		const { owner } = await withContent({ old: 400, young: 0 });
		await beginSweep(owner);

		const body = { name: "Case 8", scope: "organization" };
		const { id } = await made((await asSystem()).post(`/orgs/${owner.orgId}/legal-holds`, body));
		const kept = await undecided(owner);
		await begun;
		await sweep();
		const held = await countOf(owner);
		await made((await asSystem()).post(`/orgs/${owner.orgId}/legal-holds/${id}/release`, {}));
		await made((await asSystem()).post(`/orgs/${owner.orgId}/retention/run`, {}));
		await sweep();

		expect(kept).toBeGreaterThan(0);
		expect(held).toBe(kept);
		expect(await countOf(owner)).toBe(0);
		const [last, first] = await runs(owner.orgId);
		expect(first.classes.transcripts).toMatchObject({ items: 400 - kept, heldItems: kept });
		expect(last.classes.transcripts).toMatchObject({ items: kept, heldItems: 0 });
	});

	const undecided = ({ orgId }: SignedIn) =>
		db.$count(artifacts, and(eq(artifacts.orgId, orgId), isNull(artifacts.purgeStartedAtMs)));
});
