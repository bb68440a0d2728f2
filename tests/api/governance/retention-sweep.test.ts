import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { DAY_MS, HOUR_MS, retentionOf } from "#tests/support/retention";
import { inProcessDescribe } from "#tests/support/target";
import { eventsOf } from "#tests/support/traces";

const api = await useHarness();
const { hold, pass, start, round, sweep, runs, latestOf, made } = retentionOf(api);
const asSystem = async () => api.as(await api.signInSystem());

inProcessDescribe("the sweep", () => {
	test("purges each class when its period is over, and its receipts count everything once", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		await made(owner.put(`/orgs/${owner.orgId}/retention`, { recordings: "10d", transcripts: "20d", chatLogs: "30d" }));
		const { meetingId, transcriptId, recordingPath } = await hold(owner);
		await pass(9);
		const [before, early] = [await (await asSystem()).get(recordingPath), await runs(owner.orgId)];

		await pass(2);
		const afterTen = await runs(owner.orgId);
		await pass(10);
		await pass(10);

		expect([before.status, early]).toEqual([200, []]);
		const [chat, transcripts, recordings] = await runs(owner.orgId);
		expect(afterTen).toEqual([recordings]);
		expect(recordings).toMatchObject({ state: "completed", trigger: "schedule", objects: { count: 2, bytes: 22_000 } });
		expect(recordings.classes.recordings).toEqual({ items: 2, bytes: 22_000, heldItems: 0 });
		expect(transcripts.classes.transcripts.items).toBeGreaterThanOrEqual(1);
		expect(transcripts.classes.recordings.items).toBe(0);
		expect(chat.classes.chatLogs.items).toBe(1);
		const events = (await eventsOf(api.store, owner.orgId)).filter(({ type }) => type === "retention.purge.completed");
		expect(events.map(({ object }) => object)).toEqual([recordings, transcripts, chat]);
		expect(codeOf(await (await asSystem()).get(`/transcripts/${transcriptId}`))).toEqual([404, "not_found"]);
		expect((await (await asSystem()).get(`/meetings/${meetingId}`)).status).toBe(200);
	});

	test("purges everything of an exam when the period of exams is over, and not before", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		await made(
			owner.put(`/orgs/${owner.orgId}/retention`, {
				recordings: "1d",
				transcripts: "1d",
				chatLogs: "1d",
				examData: "30d",
			}),
		);
		const { transcriptId } = await hold(owner, { kind: "exam" });

		await pass(29);
		const early = [await runs(owner.orgId), (await (await asSystem()).get(`/transcripts/${transcriptId}`)).status];
		await pass(2);

		expect(early).toEqual([[], 200]);
		const [run] = await runs(owner.orgId);
		expect(run.classes.examData.items).toBeGreaterThanOrEqual(3);
		expect(run.objects.count).toBe(2);
	});

	test("waits three days with what a shorter period has hidden, and lengthening brings it back until then", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { transcriptId } = await hold(owner);
		await pass(10);
		const path = `/orgs/${owner.orgId}/retention`;
		const read = async () => (await (await asSystem()).get(`/transcripts/${transcriptId}`)).status;

		await made((await asSystem()).patch(path, { transcripts: "5d" }));
		await pass(2);
		await made((await asSystem()).patch(path, { transcripts: "50d" }));
		const shown = await read();
		await made((await asSystem()).patch(path, { transcripts: "5d" }));
		await pass(2);
		const waiting = await runs(owner.orgId);
		await pass(2);

		expect([shown, waiting]).toEqual([200, []]);
		expect((await runs(owner.orgId))[0].classes.transcripts.items).toBeGreaterThanOrEqual(1);
	});

	test("takes an immediate change at its word, once its preview was seen", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		await hold(owner);
		await pass(10);
		const path = `/orgs/${owner.orgId}/retention`;
		const preview = await made((await asSystem()).post(`${path}/preview`, { recordings: "5d" }));

		await made((await asSystem()).put(`${path}?immediate=true&previewId=${preview.previewId}`, { recordings: "5d" }));
		const run = await made((await asSystem()).post(`${path}/run`, {}));
		await sweep();

		expect(preview.classes.recordings).toMatchObject({ items: 2, bytes: 22_000, heldItems: 0 });
		expect(preview.classes.transcripts.items).toBe(0);
		expect(run).toMatchObject({ state: "queued", trigger: "request", startedAt: null });
		const [ended] = await runs(owner.orgId);
		expect(ended).toMatchObject({ id: run.id, state: "completed", policy: { recordings: "5d" } });
		expect(ended.classes.recordings).toEqual({ items: 2, bytes: 22_000, heldItems: 0 });
	});

	test("keeps what a legal hold covers, says so, and purges it once the hold is released", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const [held, other] = [await hold(owner), await hold(owner)];
		const body = { name: "Case 7", scope: "meeting", meetingId: held.meetingId };
		const { id } = await made(owner.post(`/orgs/${owner.orgId}/legal-holds`, body));

		await pass(100);
		const kept = await (await asSystem()).get(`${held.recordingPath}/content`);
		const gone = await (await asSystem()).get(`${other.recordingPath}/content`);
		const [first] = await runs(owner.orgId);
		await made((await asSystem()).post(`/orgs/${owner.orgId}/legal-holds/${id}/release`, {}));
		await pass(1);

		expect([kept.status, gone.status]).toEqual([200, 404]);
		expect(first.classes.recordings).toEqual({ items: 2, bytes: 22_000, heldItems: 2 });
		expect((await runs(owner.orgId))[0].classes.recordings).toEqual({ items: 2, bytes: 22_000, heldItems: 0 });
	});

	test("counts without purging in a dry run", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { recordingPath } = await hold(owner);
		await pass(10);
		const path = `/orgs/${owner.orgId}/retention`;
		await made((await asSystem()).patch(path, { recordings: "5d" }));
		api.advanceMs(3 * DAY_MS);

		const run = await made((await asSystem()).post(`${path}/run`, { dryRun: true }));
		await api.parley.services.jobs.runDue("retention.count");

		const ended = await made((await asSystem()).get(`${path}/runs/${run.id}`));
		expect(ended).toMatchObject({ state: "completed", dryRun: true, objects: { count: 0 } });
		expect(ended.classes.recordings).toEqual({ items: 2, bytes: 22_000, heldItems: 0 });
		await made((await asSystem()).patch(path, { recordings: "500d" }));
		expect((await (await asSystem()).get(recordingPath)).status).toBe(200);
	});

	test("continues while the organization is suspended", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		await hold(owner);
		await made((await asSystem()).post(`/orgs/${owner.orgId}/suspend`, {}));

		await pass(100);

		expect((await runs(owner.orgId))[0].classes.recordings.items).toBe(2);
	});
});

inProcessDescribe("a run whose files cannot be deleted", () => {
	test("has failed after hours, and the next one goes on with what it has left", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		await hold(owner);
		const folder = join(api.config.dataDir, "blobs", owner.orgId, "objects");
		const names = readdirSync(folder, { recursive: true }).map(String);
		const files = names.filter((name) => statSync(join(folder, name)).isFile()).map((name) => join(folder, name));
		for (const file of files) {
			rmSync(file);
			mkdirSync(join(file, "in the way"), { recursive: true });
		}
		api.advanceMs(100 * DAY_MS);
		await start();

		const findFailed = async () => (await runs(owner.orgId)).find(({ state }: { state: string }) => state === "failed");
		let failed = await findFailed();
		for (let hours = 0; failed === undefined && hours < 20; hours++) {
			api.advanceMs(HOUR_MS);
			await round();
			failed = await findFailed();
		}
		for (const file of files) rmSync(file, { recursive: true });
		api.advanceMs(HOUR_MS);
		await sweep();

		expect(failed).toMatchObject({
			state: "failed",
			failure: { code: "unavailable" },
			objects: { count: 0, bytes: 0 },
		});
		expect(failed.classes.recordings.items).toBe(2);
		const events = (await eventsOf(api.store, owner.orgId)).filter(({ type }) => type === "retention.purge.failed");
		expect(events.map(({ object }) => object)).toEqual([failed]);
		const after = await latestOf(owner.orgId);
		expect(after).toMatchObject({ state: "completed", objects: { count: 2, bytes: 22_000 } });
		expect(after.classes.recordings.items).toBe(0);
		expect(await runs(owner.orgId)).toHaveLength(2);
	});
});

inProcessDescribe("a sweep by a wrong clock", () => {
	test("purges nothing early", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { recordingPath } = await hold(owner);

		api.setClockAheadMs(400 * DAY_MS);
		await made((await asSystem()).post(`/orgs/${owner.orgId}/retention/run`, {}));
		await sweep();
		const [run] = await runs(owner.orgId);
		api.setClockAheadMs(-400 * DAY_MS);

		expect(run).toMatchObject({ state: "completed", classes: { recordings: { items: 0 } } });
		expect((await (await asSystem()).get(recordingPath)).status).toBe(200);
	});
});
