import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { auditEntries, events } from "#db/schema";
import type { Caller } from "#tests/support/client";
import { guestsOf, type OpenMeeting } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { until } from "#tests/support/until";

// Served, so that its jobs run.
const api = await useHarness({ isServed: true });
const { openMeeting, guestIn, join, decide } = guestsOf(api);

const GRANT = { kind: "recording", decision: "granted" };
const DENY = { kind: "recording", decision: "denied" };

/** Opens a meeting with this kind of consent, of an organization that asks for none; the host joined. */
async function openWith(consent: string, body: Record<string, unknown> = {}, by?: SignedIn) {
	const owner =
		by ?? (await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } }));
	const meeting = await openMeeting(owner, { recording: { mode: "manual", consent }, ...body });
	return { owner, meeting, host: (await join(owner, meeting)).id as string };
}

const set = (by: Caller, { id }: Pick<OpenMeeting, "id">, state: string) =>
	by.post(`/meetings/${id}/recording`, { state });
const recordingOf = async (by: Caller, { id }: Pick<OpenMeeting, "id">) =>
	(await by.get(`/meetings/${id}`)).body.data.recording;

/** Waits until a meeting is recorded, or not, and returns what it says of that. */
async function untilIs(state: string, by: Caller, meeting: Pick<OpenMeeting, "id">) {
	await until(async () => (await recordingOf(by, meeting))?.state === state);
	return recordingOf(by, meeting);
}

/** Returns the events about the recording of a meeting, in order. */
async function toldOf({ orgId }: SignedIn, { id }: Pick<OpenMeeting, "id">) {
	const rows = await api.store.acrossTenants.db.select().from(events).where(eq(events.orgId, orgId));
	return rows
		.filter(({ type, object }) => type.startsWith("meeting.recording_") && object.id === id)
		.map(({ type, object: { recording } }) => [
			type.replace("meeting.recording_", ""),
			(recording as { reason: string | null }).reason,
		]);
}

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

describe("a consent that is missing", () => {
	test.each(["required", "notify"])("keeps a recording from starting, and stops it (%s)", async (consent) => {
		const { owner, meeting, host } = await openWith(consent);
		const guest = await guestIn(meeting);
		for (const [by, of] of [[owner, host] as const, [guest, guest.id] as const]) await decide(by, meeting, of, GRANT);
		await decide(guest, meeting, guest.id, DENY);
		const refused = await set(owner, meeting, "started");
		await decide(guest, meeting, guest.id, GRANT);
		const started = await set(owner, meeting, "started");

		await decide(guest, meeting, guest.id, DENY);
		const stopped = await untilIs("stopped", owner, meeting);

		expect(codeOf(refused)).toEqual([403, "consent_required"]);
		expect(started.status).toBe(200);
		expect(stopped).toMatchObject({ by: null, reason: "consent_required" });
		expect(await toldOf(owner, meeting)).toEqual([
			["started", null],
			["stopped", "consent_required"],
		]);
	});

	test("of a newcomer stops what requires everyone's, and nothing else", async () => {
		const strict = await openWith("required");
		const lenient = await openWith("notify");
		for (const { owner, meeting, host } of [strict, lenient]) {
			await decide(owner, meeting, host, GRANT);
			await set(owner, meeting, "started");
			await guestIn(meeting);
		}

		const stopped = await untilIs("stopped", strict.owner, strict.meeting);

		expect(stopped).toMatchObject({ reason: "consent_required" });
		expect(await recordingOf(lenient.owner, lenient.meeting)).toMatchObject({ state: "started" });
	});

	test("leaves a recording running where consent is optional", async () => {
		const { owner, meeting } = await openWith("optional");
		const guest = await guestIn(meeting);
		await set(owner, meeting, "started");

		await decide(guest, meeting, guest.id, DENY);
		// A change of the rules is looked at after the denial.
		await owner.patch(`/meetings/${meeting.id}`, { recording: { mode: "auto" } });
		await owner.patch(`/meetings/${meeting.id}`, { recording: { mode: "off" } });
		const stopped = await untilIs("stopped", owner, meeting);

		expect(stopped).toMatchObject({ reason: "recording_off" });
		expect(await toldOf(owner, meeting)).toEqual([
			["started", null],
			["stopped", "recording_off"],
		]);
	});

	test("is not overlooked when it is denied while the recording starts", async () => {
		const { owner, meeting, host } = await openWith("notify");
		const guest = await guestIn(meeting);
		await decide(owner, meeting, host, GRANT);

		const [started, denied] = await Promise.all([
			set(owner, meeting, "started"),
			decide(guest, meeting, guest.id, DENY),
		]);

		expect(denied.status).toBe(200);
		if (started.status === 200) await untilIs("stopped", owner, meeting);
		else expect(codeOf(started)).toEqual([403, "consent_required"]);
		expect((await recordingOf(owner, meeting))?.state).not.toBe("started");
	});

	inProcessTest("of an organization that has turned recording off meanwhile stops it within a minute", async () => {
		const { owner, meeting } = await openWith("optional");
		await set(owner, meeting, "started");
		await owner.put(`/orgs/${owner.orgId}/feature-flags`, { meetingRecording: false });

		api.advanceMs(61_000);
		const stopped = await untilIs("stopped", owner, meeting);

		expect(stopped).toMatchObject({ reason: "recording_off" });
	});
});

describe("a meeting that is always recorded", () => {
	test("is recorded from its start, until a host stops it for good", async () => {
		const { owner, meeting } = await openWith("optional", { recording: { mode: "auto" } });

		const started = await untilIs("started", owner, meeting);
		await set(owner, meeting, "stopped");
		const guest = await guestIn(meeting);
		await decide(guest, meeting, guest.id, GRANT);
		const again = await openWith("optional", { recording: { mode: "auto" } }, owner);
		await untilIs("started", owner, again.meeting);

		expect(started).toMatchObject({ by: null, reason: null });
		expect(await recordingOf(owner, meeting)).toMatchObject({ state: "stopped", reason: null });
	});

	test("is recorded once everyone there has agreed, where that is required, and again after it was interrupted", async () => {
		const { owner, meeting, host } = await openWith("required", { recording: { mode: "auto", consent: "required" } });
		const before = await recordingOf(owner, meeting);

		await decide(owner, meeting, host, GRANT);
		await untilIs("started", owner, meeting);
		const guest = await guestIn(meeting);
		await untilIs("stopped", owner, meeting);
		await decide(guest, meeting, guest.id, GRANT);
		await untilIs("started", owner, meeting);

		expect(before).toBeNull();
		expect(await toldOf(owner, meeting)).toEqual([
			["started", null],
			["stopped", "consent_required"],
			["started", null],
		]);
	});

	test("is not where recording is turned off", async () => {
		const { owner, meeting } = await openWith("optional");
		const scheduled = await owner.post(`/workspaces/${meeting.workspaceId}/meetings`, {
			title: "Later",
			scheduledStart: "2031-01-01T00:00:00Z",
			recording: { mode: "auto" },
		});
		const later = scheduled.body.data.meeting;
		await owner.put(`/orgs/${owner.orgId}/feature-flags`, { meetingRecording: false });

		await owner.post(`/meetings/${later.id}/start`, {});
		await join(owner, later);
		await owner.put(`/orgs/${owner.orgId}/feature-flags`, { meetingRecording: true });
		await guestIn(meeting);
		await set(owner, meeting, "started");

		expect(await recordingOf(owner, later)).toBeNull();
	});
});
