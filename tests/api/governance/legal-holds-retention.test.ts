import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { artifacts } from "#db/schema/index";
import { useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { meetings } from "#tests/support/meetings";
import { DAY_MS, retentionOf } from "#tests/support/retention";
import { inProcessDescribe } from "#tests/support/target";
import { transcripts } from "#tests/support/transcripts";

const api = await useHarness();
const { sweep, pass, runs } = retentionOf(api);
const { db } = api.store.acrossTenants;

type Run = { readonly classes: { readonly transcripts: { readonly items: number } } };

/** Number of transcripts: more than one transaction decides on. */
const COUNT = 60;

/** Whether the purge of something has begun. */
const isPurging = async (orgId: string): Promise<boolean> =>
	(await db.select().from(artifacts).where(eq(artifacts.orgId, orgId))).some((row) => row.purgeStartedAtMs !== null);

inProcessDescribe("a hold that is placed during a sweep", () => {
	test("preserves whatever is not being purged by then, until the sweep after its release", async () => {
		const owner = await api.createOrganization({ orgType: "business", settings: { aiSummaries: "off" } });
		const workspace = await meetings.createWorkspace(owner);
		const ids: string[] = [];
		for (let n = 0; n < COUNT; n++) {
			const { id } = await meetings.made(owner, workspace.id, { scheduledStart: "2050-05-01T09:30:00Z" });
			ids.push((await transcripts.imported(owner, id)).id);
		}
		const policy = await owner.put(`/orgs/${owner.orgId}/retention`, { transcripts: "10d" });
		api.advanceMs(11 * DAY_MS);
		const by = { ...api.as(await api.signInSystem()), orgId: owner.orgId };
		const shown = async () => {
			const token = await api.signInSystem();
			const answers = await Promise.all(ids.map((id) => transcripts.get(api.as(token), id)));
			return ids.filter((_, at) => answers[at]?.status === 200);
		};
		const expired = await shown();

		const sweeping = sweep();
		while (!(await isPurging(owner.orgId))) await Bun.sleep(0);
		const hold = await holds.placed(by, { scope: "organization" });
		const [atOnce] = await Promise.all([shown(), sweeping]);
		await pass(1);
		const later = await shown();
		await holds.release({ ...by, ...api.as(await api.signInSystem()) }, hold);
		const released = await shown();
		await pass(1);
		const purged = (await runs(owner.orgId)).map((run: Run) => run.classes.transcripts.items);

		expect(policy.status).toBe(200);
		expect(expired).toEqual([]);
		expect(atOnce.length).toBeLessThan(COUNT);
		expect(later).toEqual(atOnce);
		expect(released).toEqual([]);
		expect(purged.reduce((sum: number, items: number) => sum + items, 0)).toBe(COUNT);
	});
});
