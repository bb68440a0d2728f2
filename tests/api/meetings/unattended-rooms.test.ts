import { describe, expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { guestsOf, type OpenMeeting } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { openSocket } from "#tests/support/live";
import { codeOf } from "#tests/support/responses";
import { until } from "#tests/support/until";

const api = await useHarness({ isServed: true });
const { openMeeting, join, guestIn } = guestsOf(api);
const owner = await api.createOrganization({ settings: { recordingConsent: "notify" } });
const HOLD = { whenUnattended: { action: "hold", graceSeconds: 0 } };
const TIMEOUT_MS = 60_000;

const connect = async (by: Caller, { id: meetingId }: OpenMeeting) => {
	const socket = await openSocket(api.url, { meetingId, token: by.token });
	const room = await socket.next("room");
	return { socket, room };
};
const shown = async (meeting: OpenMeeting, by: Caller = owner) => (await by.get(`/meetings/${meeting.id}`)).body.data;
const untilHeld = (meeting: OpenMeeting) => until(async () => (await shown(meeting)).held !== null);
const untilResumed = (meeting: OpenMeeting) => until(async () => (await shown(meeting)).held === null);
const eventsOf = async (meeting: OpenMeeting, by = owner): Promise<string[]> =>
	(await by.get(`/orgs/${by.orgId}/events?limit=200`)).body.data
		.filter(({ data }: { data: { object: { id: string } } }) => data.object.id === meeting.id)
		.map(({ type }: { type: string }) => type)
		.filter((type: string) => /held|resumed|ended/.test(type));

/** Opens a meeting with its host and a guest in the room. */
async function openRoom(more: object = HOLD) {
	const meeting = await openMeeting(owner, { transcription: { live: true }, ...more });
	const [{ id: hostId }, guest] = [await join(owner, meeting), await guestIn(meeting)];
	const host = await connect(owner, meeting);
	const pupil = await connect(guest, meeting);
	return { meeting, hostId, host, guest, pupil };
}

describe("a meeting whose last host is gone", () => {
	test(
		"is held: every way in is refused, for everyone, and it goes on when a host is back",
		async () => {
			const { meeting, hostId, host, guest, pupil } = await openRoom();
			const path = `/meetings/${meeting.id}`;
			const size = 64;
			const track = {
				meetingId: meeting.id,
				participantId: guest.id,
				filename: "a.wav",
				contentType: "audio/wav",
				size,
			};
			const upload = (await guest.post("/meetings/upload/init", track)).body.data;
			const sendBytes = () =>
				guest.patch(`/uploads/${upload.uploadId}`, undefined, {
					raw: new Uint8Array(size),
					headers: {
						"tus-resumable": "1.0.0",
						"upload-offset": "0",
						"content-type": "application/offset+octet-stream",
					},
				});
			host.socket.close();
			const hold = await pupil.socket.next("hold");

			const refused = [
				await owner.post(`${path}/captions`, { segments: [{ text: "Hello." }] }),
				await owner.post(`${path}/captions?seq=1&lang=en`, undefined, {
					raw: "Hello.",
					headers: { "content-type": "text/plain" },
				}),
				await owner.post(`${path}/chat`, { text: "Hello." }),
				await guest.post(`${path}/chat`, { text: "Hello." }),
				await owner.post(`${path}/recording`, { state: "started" }),
				await guest.post("/meetings/upload/init", track),
				await sendBytes(),
			];
			pupil.socket.send({ type: "chat", text: "Hello." });
			const chat = await pupil.socket.next("error");
			pupil.socket.send({ type: "signal", to: hostId, data: { page: "one", for: null, signal: { hello: true } } });
			const signal = await pupil.socket.next("error");
			const held = (await shown(meeting)).held;
			const back = await connect(owner, meeting);
			const shownBack = back.room.hold.state === "held" ? await back.socket.next("hold") : back.room.hold;
			const resumed = await pupil.socket.next("hold");
			pupil.socket.send({ type: "chat", text: "There you are." });
			const heard = await back.socket.next("chat");
			const accepted = [await sendBytes(), await owner.post(`${path}/captions`, { segments: [{ text: "Hello." }] })];

			expect(hold).toMatchObject({ state: "held", since: held.since, missed: { participantId: hostId } });
			expect(refused.map(codeOf)).toEqual(refused.map(() => [409, "meeting_held"]));
			expect(refused[0]?.body.error.meta).toEqual({ since: held.since });
			expect([chat.code, signal.code]).toEqual(["meeting_held", "meeting_held"]);
			expect(shownBack.state).toBe("resumed");
			expect(resumed).toMatchObject({ state: "resumed", missed: null });
			expect(heard.message.text).toBe("There you are.");
			expect(accepted.map(({ status }) => status < 300 || status === 415)).toEqual([true, true]);
			expect(await eventsOf(meeting)).toEqual(["meeting.held", "meeting.resumed"]);
			const query = `action=meeting.hold&targetId=${meeting.id}`;
			const [was] = (await owner.get(`/orgs/${owner.orgId}/audit-logs?${query}`)).body.data;
			expect(JSON.stringify(was)).toContain(guest.id);
		},
		TIMEOUT_MS,
	);

	test(
		"is not held while another of its hosts is there, nor one that continues",
		async () => {
			const { meeting, host, pupil } = await openRoom();
			const colleague = await api.addMember(owner, "teacher");
			await owner.post(`/meetings/${meeting.id}/participants`, { userId: colleague.userId, role: "host" });
			await join(colleague, meeting);
			const second = await connect(colleague, meeting);
			const free = await openRoom({ whenUnattended: { action: "continue" } });
			host.socket.close();
			free.host.socket.close();
			// What would hold the one that continues holds this one, later.
			const other = await openRoom();
			other.host.socket.close();
			await other.pupil.socket.next("hold");

			expect([(await shown(meeting)).held, (await shown(free.meeting)).held]).toEqual([null, null]);
			second.socket.close();
			await pupil.socket.next("hold");
			expect((await shown(free.meeting)).held).toBeNull();
		},
		TIMEOUT_MS,
	);

	test(
		"goes on when its rule says so, and is held again when that is taken back",
		async () => {
			const { meeting, host, pupil } = await openRoom();
			host.socket.close();
			await pupil.socket.next("hold");

			await owner.patch(`/meetings/${meeting.id}`, { whenUnattended: { action: "continue" } });
			const free = await shown(meeting);
			await owner.patch(`/meetings/${meeting.id}`, HOLD);
			api.advanceMs(3_000);
			await untilHeld(meeting);

			expect(free).toMatchObject({
				held: null,
				whenUnattended: { action: "continue", graceSeconds: 5, endAfterMinutes: null },
			});
		},
		TIMEOUT_MS,
	);

	test(
		"ends at once, or after it was held for so long",
		async () => {
			const ends = await openRoom({ whenUnattended: { action: "end", graceSeconds: 0 } });
			const later = await openRoom({ whenUnattended: { action: "hold", graceSeconds: 0, endAfterMinutes: 3 } });
			ends.host.socket.close();
			await until(async () => (await shown(ends.meeting)).state !== "live");
			later.host.socket.close();
			await untilHeld(later.meeting);
			const before = (await shown(later.meeting)).state;
			api.advanceMs(3 * 60_000);
			await until(async () => (await shown(later.meeting)).state !== "live");

			expect(await shown(ends.meeting)).toMatchObject({ stateReason: "unattended", held: null });
			expect(before).toBe("live");
			expect(await shown(later.meeting)).toMatchObject({ stateReason: "unattended", held: null });
			expect(await eventsOf(later.meeting)).toEqual(["meeting.held", "meeting.ended"]);
		},
		TIMEOUT_MS,
	);
});

describe("the rule for a meeting without a host", () => {
	test(
		"is that of a class by default: held after five seconds, from its start too",
		async () => {
			const meeting = await openMeeting(owner);
			const guest = await guestIn(meeting);
			const { socket } = await connect(guest, meeting);
			api.advanceMs(6_000);
			const hold = await socket.next("hold");
			await join(owner, meeting);
			await connect(owner, meeting);
			await untilResumed(meeting);

			expect(hold).toMatchObject({ state: "held", missed: null });
			expect((await shown(meeting)).whenUnattended).toEqual({ action: "hold", graceSeconds: 5, endAfterMinutes: null });
		},
		TIMEOUT_MS,
	);

	test("is that of the settings, if they say one, and wrong ones are refused", async () => {
		const other = await api.createOrganization({
			settings: { whenUnattended: { action: "end", graceSeconds: 20, endAfterMinutes: 4 } },
		});
		const meeting = await openMeeting(other);
		const wrong = await owner.post(`/workspaces/${meeting.workspaceId}/meetings`, {
			title: "x",
			whenUnattended: { action: "wait", graceSeconds: 601, endAfterMinutes: 0 },
		});
		const reset = await other.patch(`/meetings/${meeting.id}`, { whenUnattended: null });

		expect((await shown(meeting, other)).whenUnattended).toEqual({
			action: "end",
			graceSeconds: 20,
			endAfterMinutes: 4,
		});
		expect(codeOf(wrong)).toEqual([422, "validation_failed"]);
		expect(reset.status).toBe(200);
	});
});

describe("the rules of a room", () => {
	test("say who may write", async () => {
		const { meeting, guest, pupil } = await openRoom({ ...HOLD, chatAllowed: "hosts" });
		const path = `/meetings/${meeting.id}`;
		const byGuest = await guest.post(`${path}/chat`, { text: "Psst." });
		pupil.socket.send({ type: "chat", text: "Psst." });
		const bySocket = await pupil.socket.next("error");
		const byHost = await owner.post(`${path}/chat`, { text: "Welcome." });
		await owner.patch(path, { chatAllowed: "off" });
		const now = await pupil.socket.next("room", ({ chatAllowed }) => chatAllowed === "off");
		const off = await owner.post(`${path}/chat`, { text: "Welcome." });

		expect(pupil.room).toMatchObject({ chatAllowed: "hosts", camerasVisibleTo: "everyone", hold: null });
		expect([codeOf(byGuest), bySocket.code, byHost.status]).toEqual([[403, "forbidden"], "forbidden", 201]);
		expect(codeOf(off)).toEqual([409, "state_conflict"]);
		expect(now.camerasVisibleTo).toBe("everyone");
	});
});
