import { describe, expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { guestsOf, type OpenMeeting } from "../support/guests.ts";
import { useHarness } from "../support/harness.ts";
import { type Frame, type LiveSocket, openSocket } from "../support/live.ts";

const api = await useHarness({ isServed: true });
const { openMeeting, join, guestIn, decide } = guestsOf(api);
const owner = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });

const connect = (by: Caller, { id }: Pick<OpenMeeting, "id">) =>
	openSocket(api.url, { meetingId: id, token: by.token });
const record = (by: Caller, { id }: Pick<OpenMeeting, "id">, state: string) =>
	by.post(`/meetings/${id}/recording`, { state });
const countOf = ({ frames }: LiveSocket, type: string) => frames.filter((frame) => frame.type === type).length;

/** Opens a meeting with the owner and a guest in it, who are connected. */
async function room(body: Record<string, unknown> = {}) {
	const meeting = await openMeeting(owner, body);
	const [{ id: hostId }, guest] = await Promise.all([join(owner, meeting), guestIn(meeting)]);
	const host = await connect(owner, meeting);
	const hosts = await host.next("room");
	const other = await connect(guest, meeting);
	const guests = await other.next("room");
	return { meeting, hostId, host, hosts, guest, other, guests };
}

describe("the recording of a meeting", () => {
	test("is told to everyone in the room, and to those who come later, with who started it and when", async () => {
		const { meeting, hostId, host, guests, other } = await room();

		const { body } = await record(owner, meeting, "started");
		const told = [await host.next("recording"), await other.next("recording")];
		const late = await (await connect(await guestIn(meeting, "Ida"), meeting)).next("room");
		await record(owner, meeting, "started");
		await record(owner, meeting, "stopped");
		const stopped = await other.next("recording", ({ state }) => state === "stopped");

		const recording = {
			state: "started",
			by: { participantId: hostId, name: "A Person" },
			reason: null,
			since: body.data.since,
		};
		expect(guests.recording).toBeNull();
		expect(told).toEqual([
			{ type: "recording", ...recording },
			{ type: "recording", ...recording },
		]);
		expect(late.recording).toEqual(recording);
		expect(stopped).toMatchObject({ by: { participantId: hostId }, reason: null });
		expect(countOf(other, "recording")).toBe(2);
	});

	test("that is stopped by a denial is told with the reason, without a name", async () => {
		const { meeting, guest, other } = await room({ recording: { mode: "manual", consent: "notify" } });
		await record(owner, meeting, "started");
		await other.next("recording");

		await decide(guest, meeting, guest.id, { kind: "recording", decision: "denied" });
		const told = await other.next("recording");

		expect(told).toMatchObject({ state: "stopped", by: null, reason: "consent_required" });
	});

	test("is told to nobody who only reads, nor to another meeting", async () => {
		const [{ meeting, other }, elsewhere] = [await room(), await room()];
		const reader = await connect(await api.addMember(owner, "admin"), meeting);
		await reader.next("status");

		await record(owner, meeting, "started");
		await other.next("recording");

		expect(reader.frames.map(({ type }) => type)).toEqual(["ready", "status"]);
		expect(countOf(elsewhere.host, "recording")).toBe(0);
	});
});

describe("consents", () => {
	test("are counted for everyone in the room whenever they change, and named to those who run the meeting", async () => {
		const { meeting, hostId, host, hosts, guest, other, guests } = await room();

		await decide(guest, meeting, guest.id, { kind: "transcription", decision: "denied" });
		const isDenied = ({ transcription }: Frame) => transcription.denied === 1;
		const [toHost, toGuest] = [await host.next("consents", isDenied), await other.next("consents", isDenied)];
		await decide(guest, meeting, guest.id, { kind: "transcription", decision: "denied" });
		await guest.post(`/meetings/${meeting.id}/leave`, {});
		const after = await host.next("consents", ({ transcription }) => transcription.denied === 0);

		expect(hosts.consents.recording.participants).toMatchObject({ denied: [] });
		expect(guests.consents.recording).toMatchObject({ granted: 0, denied: 0, participants: null });
		expect(toHost.transcription).toEqual({
			granted: 0,
			denied: 1,
			missing: 1,
			participants: { denied: [guest.id], missing: [hostId] },
		});
		expect(toGuest.transcription).toEqual({ granted: 0, denied: 1, missing: 1, participants: null });
		expect(after.transcription).toMatchObject({ denied: 0, missing: 1 });
		expect(JSON.stringify(other.frames.filter(({ type }) => type === "consents"))).not.toContain("par_");
	});
});

describe("the lobby", () => {
	test("is told to those who run the meeting whenever it changes, and to nobody else", async () => {
		const { meeting, host, hosts, other, guests } = await room({ lobby: false });
		await owner.patch(`/meetings/${meeting.id}`, { lobby: true });

		const waiting = await guestIn(meeting, "Wanda");
		const one = await host.next("lobby");
		const again = await (await connect(owner, meeting)).next("room");
		await owner.post(`/meetings/${meeting.id}/participants/${waiting.id}/admit`, {});
		const none = await host.next("lobby");
		await other.next("consents", ({ recording }) => recording.missing === 3);

		expect(hosts.lobby).toEqual({ waiting: [], more: false });
		expect(guests).not.toHaveProperty("lobby");
		const expected = [{ participantId: waiting.id, name: "Wanda", since: expect.any(String) }];
		expect(one).toMatchObject({ waiting: expected, more: false });
		expect(again.lobby).toEqual({ waiting: expected, more: false });
		expect(none).toMatchObject({ waiting: [] });
		expect(countOf(other, "lobby")).toBe(0);
	});

	test("is told to who becomes a host, and no longer to who was one", async () => {
		const { meeting } = await room();
		const colleague = await api.addMember(owner, "manager");
		await owner.post(`/workspaces/${meeting.workspaceId}/members`, { userId: colleague.userId, role: "member" });
		const { id } = await join(colleague, meeting);
		const socket = await connect(colleague, meeting);
		const snapshot = await socket.next("room");
		await owner.patch(`/meetings/${meeting.id}`, { lobby: true });
		await guestIn(meeting, "Wanda");
		const role = (next: string) =>
			owner.patch(`/workspaces/${meeting.workspaceId}/members/${colleague.userId}`, { role: next });

		await role("host");
		const gained = await socket.next("lobby");
		await role("member");
		const lost = await socket.next("lobby");

		expect(snapshot.you.participantId).toBe(id);
		expect(snapshot).not.toHaveProperty("lobby");
		expect(gained.waiting).toHaveLength(1);
		expect(lost).toEqual({ type: "lobby", waiting: [], more: false });
		expect(snapshot.consents.recording.participants).toBeNull();
	});
});
