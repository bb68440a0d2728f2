import { afterEach, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { DAY_MS, HOUR_MS, retentionOf } from "#tests/support/retention";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness();
const { hold, pass, sweep, runs, made } = retentionOf(api);
const asSystem = async () => api.as(await api.signInSystem());

/** Sets the defaults of companies. */
const setDefaults = async (body: unknown) =>
	made((await asSystem()).put(`/configurations/tenant-defaults/business`, body));

inProcessDescribe("the sweep, after a change of the operator's defaults", () => {
	afterEach(async () => {
		await setDefaults({});
		await pass(4);
	});

	test("hides what shorter periods do not keep at once, and purges it 72 hours later", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { recordingPath, transcriptId } = await hold(owner);
		await pass(20);
		const statusOf = async (path: string) => (await (await asSystem()).get(path)).status;
		const before = await statusOf(recordingPath);

		await setDefaults({ retentionPolicy: { recordings: "10d" } });
		const policy = await made((await asSystem()).get(`/orgs/${owner.orgId}/retention?fields=*`));
		const hidden = [await statusOf(recordingPath), await statusOf(`/transcripts/${transcriptId}`)];
		api.advanceMs(71 * HOUR_MS);
		await sweep();
		const early = await runs(owner.orgId);
		api.advanceMs(2 * HOUR_MS);
		await sweep();

		expect([before, ...hidden]).toEqual([200, 404, 200]);
		expect(policy).toMatchObject({ recordings: "10d", pendingChange: { previous: { recordings: "90d" } } });
		expect(early).toEqual([]);
		const [run] = await runs(owner.orgId);
		expect(run.classes.recordings).toMatchObject({ items: 2, bytes: 22_000 });
		expect(run.policy).toMatchObject({ recordings: "10d", transcripts: "365d" });
	});

	test("shows all of it again when the longer period is back in time", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { recordingPath } = await hold(owner);
		await pass(20);
		const statusOf = async (path: string) => (await (await asSystem()).get(path)).status;

		await setDefaults({ settings: { complianceMode: "gdpr" }, retentionPolicy: { recordings: "3d" } });
		const hidden = await statusOf(recordingPath);
		api.advanceMs(2 * DAY_MS);
		await sweep();
		await setDefaults({});
		const back = await statusOf(recordingPath);
		await pass(10);

		expect([hidden, back, await statusOf(recordingPath)]).toEqual([404, 200, 200]);
		expect(await runs(owner.orgId)).toEqual([]);
	});

	test("keeps what an organization decided itself, however short the default is", async () => {
		const owner = await api.createOrganization({ orgType: "business", retentionPolicy: { recordings: "300d" } });
		const { recordingPath } = await hold(owner);
		await setDefaults({ retentionPolicy: { recordings: "1d" } });

		await pass(20);

		expect((await (await asSystem()).get(recordingPath)).status).toBe(200);
		expect(
			(await runs(owner.orgId)).map(({ classes }: { classes: { recordings: unknown } }) => classes.recordings),
		).toEqual([]);
	});

	test("keeps what longer defaults keep", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { recordingPath } = await hold(owner);
		await setDefaults({ retentionPolicy: { recordings: "200d" } });

		await pass(100);
		const kept = (await (await asSystem()).get(recordingPath)).status;
		await pass(101);

		expect([kept, (await (await asSystem()).get(recordingPath)).status]).toEqual([200, 404]);
		expect((await runs(owner.orgId))[0].classes.recordings).toMatchObject({ items: 2 });
	});
});
