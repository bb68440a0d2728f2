import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { auditEntries } from "#db/schema";
import { useHarness } from "#tests/support/harness";
import { recordingsOf } from "#tests/support/recorded-meetings";
import { codeOf } from "#tests/support/responses";

const api = await useHarness({ isServed: true });
const { openWith, set, recordingOf, untilIs, toldOf, guestIn, join } = recordingsOf(api);

describe("the recording of a meeting", () => {
	test("is started and stopped by those who run it, once each, and ends with the meeting", async () => {
		const { owner, meeting, host } = await openWith("optional");

		const before = await recordingOf(owner, meeting);
		const started = [await set(owner, meeting, "started"), await set(owner, meeting, "started")];
		const shown = await recordingOf(owner, meeting);
		const stopped = [await set(owner, meeting, "stopped"), await set(owner, meeting, "stopped")];
		await set(owner, meeting, "started");
		await owner.post(`/meetings/${meeting.id}/end`, {});

		expect(before).toBeNull();
		expect(started.map(({ status }) => status)).toEqual([200, 200]);
		expect(started[0]?.body.data).toEqual({ state: "started", by: host, reason: null, since: expect.any(String) });
		expect(started[1]?.body.data).toEqual(started[0]?.body.data);
		expect(shown).toEqual(started[0]?.body.data);
		expect(stopped.map(({ body }) => body.data.state)).toEqual(["stopped", "stopped"]);
		expect(await recordingOf(owner, meeting)).toMatchObject({ state: "stopped", by: null, reason: "meeting_ended" });
		expect(await toldOf(owner, meeting)).toEqual([
			["started", null],
			["stopped", null],
			["started", null],
			["stopped", "meeting_ended"],
		]);
		const audited = await api.store.acrossTenants.db
			.select()
			.from(auditEntries)
			.where(and(eq(auditEntries.orgId, owner.orgId), eq(auditEntries.action, "meeting.start_recording")));
		expect(audited.map(({ actorId }) => actorId)).toEqual([owner.userId, owner.userId]);
	});

	test("is nobody else's: neither a guest's, a member's nor a stranger's", async () => {
		const { owner, meeting } = await openWith("optional");
		const [guest, member, stranger] = [
			await guestIn(meeting),
			await api.addMember(owner, "member"),
			await api.createOrganization(),
		];
		await join(member, meeting).catch(() => undefined);
		const { body: key } = await owner.post(`/orgs/${owner.orgId}/api-keys`, {
			name: "Room",
			scopes: ["org:read", "org:write"],
		});

		const answers = [];
		for (const by of [guest, member, stranger, api.as("nonsense")])
			answers.push(codeOf(await set(by, meeting, "started")));
		const asService = await set(api.as(key.data.key), meeting, "started");

		expect(answers.map(([status]) => status)).toEqual([403, 404, 404, 401]);
		expect(asService.body.data).toMatchObject({ state: "started", by: null });
	});

	test("follows the rules of meeting and organization", async () => {
		const { owner, meeting } = await openWith("optional");
		const off = await openWith("optional", { recording: { mode: "off" } }, owner);
		const forbidden = await openWith("disabled", {}, owner);
		const { id: scheduled } = (
			await owner.post(`/workspaces/${meeting.workspaceId}/meetings`, {
				title: "Later",
				scheduledStart: "2031-01-01T00:00:00Z",
			})
		).body.data.meeting;

		const answers = [
			await set(owner, { id: scheduled }, "started"),
			await set(owner, off.meeting, "started"),
			await set(owner, forbidden.meeting, "started"),
			await set(owner, meeting, "stopped"),
			await set(owner, meeting, "paused"),
		];
		await owner.put(`/orgs/${owner.orgId}/feature-flags`, { meetingRecording: false });
		const disabled = await set(owner, meeting, "started");

		expect(answers.map(codeOf)).toEqual([
			[409, "state_conflict"],
			[409, "state_conflict"],
			[403, "consent_required"],
			[409, "state_conflict"],
			[422, "validation_failed"],
		]);
		expect(codeOf(disabled)).toEqual([403, "forbidden"]);
	});

	test("is not started while the organization is suspended, and ends with what the suspension ends", async () => {
		const { owner, meeting } = await openWith("optional");
		await set(owner, meeting, "started");
		const system = api.as(await api.signInSystem());
		const path = `/orgs/${owner.orgId}`;

		await system.post(`${path}/suspend`, { liveMeetings: "end" });
		const refused = await set(owner, meeting, "stopped");
		const stopped = await untilIs("stopped", system, meeting);

		expect(codeOf(refused)).toEqual([403, "organization_suspended"]);
		expect(stopped).toMatchObject({ reason: "meeting_ended" });
	});

	test("is started once by two hosts at the same time", async () => {
		const { owner, meeting } = await openWith("optional");
		const other = await api.addMember(owner, "admin");
		await join(other, meeting);

		const answers = await Promise.all([set(owner, meeting, "started"), set(other, meeting, "started")]);

		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect(answers[0]?.body.data).toEqual(answers[1]?.body.data);
		expect(await toldOf(owner, meeting)).toEqual([["started", null]]);
	});

	test("is not started in a meeting that ends at the same time", async () => {
		const { owner, meeting } = await openWith("optional");

		const [started, ended] = await Promise.all([
			set(owner, meeting, "started"),
			owner.post(`/meetings/${meeting.id}/end`, {}),
		]);

		const told = await toldOf(owner, meeting);
		expect(ended.status).toBe(200);
		if (started.status === 200) expect(told.map(([what]) => what)).toEqual(["started", "stopped"]);
		else expect([codeOf(started), told]).toEqual([[409, "state_conflict"], []]);
		expect((await recordingOf(owner, meeting))?.state).not.toBe("started");
	});
});
