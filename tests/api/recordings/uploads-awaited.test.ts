/** A file in which anyone may be heard waits for the participants who have not decided, where all must consent. */
import { beforeEach, expect, test } from "bun:test";
import { createParley } from "#src/app";
import { createMetrics } from "#src/metrics";
import { awaitedFilesOf, DENY, GRANT, REFUSED, WAITS, WAV } from "#tests/support/awaited-files";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe } from "#tests/support/target";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const api = await useHarness();
const { join, decide } = guestsOf(api);
const { waiting, work } = awaitedFilesOf(api);

let file: Awaited<ReturnType<typeof waiting>>;
beforeEach(async () => {
	file = await waiting();
});

inProcessDescribe("a file whose last byte arrives before a newcomer has decided", () => {
	test("waits, and has arrived", async () => {
		const { owner, uploadId, as } = file;
		const shown = await file.shown();
		const asked = await as(owner).head(uploadId);
		const again = await as(owner).patch(uploadId, WAV.length, "");
		await work();

		expect(shown).toMatchObject(WAITS);
		expect([asked.status, asked.headers.get("upload-offset")]).toEqual([200, String(WAV.length)]);
		expect(again.status).toBe(204);
		expect(await file.shown()).toMatchObject(WAITS);
		expect((await owner.get(`/meetings/${file.meeting.id}/recordings`)).body.data).toEqual([]);
	});

	test("is a recording as soon as they agree, on whichever server, also after the first was killed", async () => {
		const other = createParley({ ...api.deps, metrics: createMetrics() });
		await other.services.prepare();

		await file.decide(file.guest, GRANT);
		await other.services.jobs.runDue();

		const { waitingFor, ...shown } = await file.shown();
		expect(shown).toMatchObject({ state: "finished", failure: null });
		expect(waitingFor).toBeUndefined();
		expect((await file.owner.get(`/meetings/${file.meeting.id}/recordings`)).body.data).toHaveLength(1);
		expect(await file.eventsOf("upload.completed")).toHaveLength(1);
		await other.services.stop();
	});

	test("fails as soon as they refuse, and nothing of it is left", async () => {
		await file.decide(file.guest, DENY);
		const left = await file.leftFiles();

		expect(await file.shown()).toMatchObject(REFUSED);
		expect((await file.as(file.owner).head(file.uploadId)).status).toBe(410);
		expect(left).toEqual([]);
		expect(await file.eventsOf("upload.failed")).toHaveLength(1);
	});

	test("fails where another participant takes back what they had agreed to", async () => {
		const { owner, meeting } = file;
		await decide(owner, meeting, (await join(owner, meeting)).id, DENY);
		await work();

		expect(await file.shown()).toMatchObject(REFUSED);
	});

	test("fails by the request that asks for it, where the job has not come to it", async () => {
		await file.decide(file.guest, DENY);

		const asked = await file.as(file.owner).patch(file.uploadId, WAV.length, "");

		expect(codeOf(asked)).toEqual([403, "consent_required"]);
		expect(asked.body.error.meta.missing).toEqual([{ participantId: file.guest.id, name: "Mei" }]);
	});

	test("waits for each of them", async () => {
		const another = await file.newcomer("Ada");
		await file.decide(file.guest, GRANT);
		await work();
		const between = await file.shown();
		await file.decide(another, GRANT);
		await work();

		expect(between).toMatchObject(WAITS);
		expect(await file.shown()).toMatchObject({ state: "finished" });
	});

	test("is a recording when they agree after they left", async () => {
		await file.guest.post(`/meetings/${file.meeting.id}/leave`, {});
		await work();
		const left = await file.shown();
		await file.decide(file.guest, GRANT);
		await work();

		expect(left).toMatchObject(WAITS);
		expect(await file.shown()).toMatchObject({ state: "finished" });
	});

	test("waits for them after their removal, since they may be heard", async () => {
		await file.owner.delete(`/meetings/${file.meeting.id}/participants/${file.guest.id}`);
		await work();

		expect(await file.shown()).toMatchObject(WAITS);
	});

	test("waits after the end of the meeting, and is a recording when they agree then", async () => {
		const { owner, meeting } = file;
		const member = await api.addMember(owner, "member");
		const inWorkspace = { userId: member.userId, role: "member" };
		await owner.post(`/workspaces/${meeting.workspaceId}/members`, inWorkspace);
		const joined = await join(member, meeting);
		await file.decide(file.guest, GRANT);
		await owner.post(`/meetings/${meeting.id}/end`, {});
		await work();
		const ended = await file.shown();
		await decide(member, meeting, joined.id, GRANT);
		await work();

		expect(ended).toMatchObject(WAITS);
		expect(await file.shown()).toMatchObject({ state: "finished" });
	});

	test("is a recording as soon as the meeting needs less", async () => {
		const less = { recording: { mode: "manual", consent: "notify" } };
		await file.owner.patch(`/meetings/${file.meeting.id}`, less);
		await work();

		expect(await file.shown()).toMatchObject({ state: "finished" });
	});

	test("is looked at now and then, and fails when it expires", async () => {
		for (let minute = 0; minute < 60; minute++) {
			api.advanceMs(MINUTE_MS);
			await api.parley.services.jobs.runDue("uploads.finish");
		}
		const looks = await file.looks();
		api.advanceMs(23 * HOUR_MS);
		const left = await file.leftFiles();

		expect(looks.length).toBeLessThanOrEqual(8);
		expect(looks.map(({ lastError, attempts }) => [lastError, attempts <= 1])).toEqual(looks.map(() => [null, true]));
		expect(await file.shown()).toMatchObject(REFUSED);
		expect(left).toEqual([]);
		expect(await file.eventsOf("upload.failed")).toHaveLength(1);
		expect(await looksLeft()).toEqual([]);
	});

	test("waits while its organization is suspended, longer than a day, and goes on", async () => {
		const suspension = `/orgs/${file.owner.orgId}`;
		await api.request("POST", `${suspension}/suspend`, { token: await api.signInSystem(), body: {} });
		for (let day = 0; day < 3; day++) {
			api.advanceMs(24 * HOUR_MS);
			await work();
		}
		await api.request("POST", `${suspension}/resume`, { token: await api.signInSystem(), body: {} });
		const resumed = await file.shown();
		const token = await api.signInSystem();
		const less = { recording: { mode: "manual", consent: "notify" } };
		const patched = await api.request("PATCH", `/meetings/${file.meeting.id}`, { token, body: less });
		await work();

		expect([resumed, patched.status]).toMatchObject([WAITS, 200]);
		expect(await file.shown()).toMatchObject({ state: "finished" });
	});

	test("can be cancelled, and nothing of it is left", async () => {
		const cancelled = await file.as(file.owner).cancel(file.uploadId);
		await file.decide(file.guest, GRANT);

		expect(cancelled.status).toBe(204);
		expect(await file.leftFiles()).toEqual([]);
		expect(await file.shown()).toMatchObject({ state: "cancelled" });
	});

	test("goes with its meeting, and nothing of it is left", async () => {
		const { owner, meeting } = file;
		await owner.post(`/meetings/${meeting.id}/end`, {});
		const deleted = await owner.delete(`/meetings/${meeting.id}`);

		expect(deleted.status).toBe(202);
		expect(await file.leftFiles()).toEqual([]);
		expect((await file.as(owner).get(file.uploadId)).status).toBe(404);
		expect(await looksLeft()).toEqual([]);
	});

	/** Returns the jobs that would still look at it after the last one. */
	async function looksLeft() {
		api.advanceMs(10 * MINUTE_MS);
		await work();
		return (await file.looks()).filter(({ state }) => state === "ready");
	}
});
