import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { recordingsOf } from "#tests/support/recorded-meetings";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness({ isServed: true });
const { openWith, set, recordingOf, untilIs, toldOf, guestIn, join, decide } = recordingsOf(api);

const GRANT = { kind: "recording", decision: "granted" };
const DENY = { kind: "recording", decision: "denied" };

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
