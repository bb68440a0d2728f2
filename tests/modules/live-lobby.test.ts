import { describe, expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { guestsOf, type OpenMeeting } from "../support/guests.ts";
import { useHarness } from "../support/harness.ts";
import { openSocket, openStream, ticketFor } from "../support/live.ts";

const api = await useHarness({ isServed: true });
const { openMeeting, join, guestIn } = guestsOf(api);
const owner = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });

const WAITING = { type: "lobby", state: "waiting" };

/** Opens a meeting with a lobby, its host and somebody who waits and is connected. */
async function lobby(role?: "publish") {
	const meeting = await openMeeting(owner, { lobby: true, transcription: { live: true } });
	await join(owner, meeting);
	const guest = await guestIn(meeting, "Wanda");
	const socket = await openSocket(api.url, {
		meetingId: meeting.id,
		ticket: await ticketFor(guest, meeting.id),
		...(role && { role }),
	});
	await socket.next("lobby");
	const path = `/meetings/${meeting.id}/participants/${guest.id}`;
	return { meeting, guest, socket, admit: () => owner.post(`${path}/admit`, {}), refuse: () => owner.delete(path) };
}

const hostOf = async (by: Caller, { id }: Pick<OpenMeeting, "id">) => {
	const socket = await openSocket(api.url, { meetingId: id, token: by.token });
	await socket.next("room");
	return socket;
};

describe("who waits in the lobby", () => {
	test("hears nothing of the room, and is a participant on the same connection once admitted", async () => {
		const { meeting, guest, socket, admit } = await lobby("publish");
		const host = await hostOf(owner, meeting);
		host.send({ type: "chat", text: "secret" });
		await host.next("chat");
		await owner.post(`/meetings/${meeting.id}/captions`, { segments: [{ startMs: 0, endMs: 1, text: "Hidden." }] });
		await owner.post(`/meetings/${meeting.id}/recording`, { state: "started" });
		await host.next("recording");
		const before = [...socket.frames];

		await admit();
		const { you, people, recording } = await socket.next("room");
		await host.next("presence", ({ state, name }) => state === "joined" && name === "Wanda");
		socket.send({ type: "chat", text: "hello" });

		expect(before).toEqual([WAITING]);
		expect(socket.frames.slice(1, 4).map(({ type, state }) => [type, state])).toEqual([
			["lobby", "admitted"],
			["ready", undefined],
			["room", undefined],
		]);
		expect(you).toMatchObject({ participantId: guest.id, name: "Wanda" });
		expect([people.length, recording.state]).toEqual([1, "started"]);
		expect(await host.next("chat", ({ message }) => message.text === "hello")).toMatchObject({
			message: { participantId: guest.id },
		});
	});

	test("learns that they were refused, and is disconnected", async () => {
		const { socket, refuse } = await lobby();

		await refuse();

		expect(await socket.closed).toEqual({ code: 4403, reason: "refused" });
		expect(socket.frames).toEqual([WAITING, { type: "lobby", state: "refused" }]);
	});

	test("is disconnected when the meeting ends, and told nothing of it", async () => {
		const { meeting, socket } = await lobby();

		await owner.post(`/meetings/${meeting.id}/end`, {});

		expect(await socket.closed).toEqual({ code: 1000, reason: "closed" });
		expect(socket.frames).toEqual([WAITING]);
	});

	test("is disconnected when they give up", async () => {
		const { meeting, guest, socket } = await lobby();

		await guest.post(`/meetings/${meeting.id}/leave`, {});

		expect(await socket.closed).toMatchObject({ code: 4403 });
	});

	test("is disconnected when the organization is suspended", async () => {
		const other = await api.createOrganization();
		const meeting = await openMeeting(other, { lobby: true });
		const guest = await guestIn(meeting);
		const socket = await openSocket(api.url, { meetingId: meeting.id, token: guest.token });
		await socket.next("lobby");

		await other.post(`/orgs/${other.orgId}/suspend`, {});

		expect(await socket.closed).toMatchObject({ code: 4403, reason: "organization_suspended" });
		expect(socket.frames.at(-1)).toMatchObject({ type: "error", code: "organization_suspended" });
	});

	test("may keep the connection alive, and say nothing else", async () => {
		const { socket, admit } = await lobby();

		socket.send({ type: "keepalive" });
		socket.send({ type: "hand", raised: true });
		const told = await socket.next("error");
		await admit();
		await socket.next("ready");

		expect(told).toMatchObject({ code: "forbidden" });
		expect(socket.frames.filter(({ type }) => type === "error")).toHaveLength(1);
		const { socket: bad } = await lobby();
		bad.send("nonsense");
		expect(await bad.closed).toMatchObject({ code: 4400 });
	});

	test("waits for their own meeting, by a socket", async () => {
		const { guest, meeting } = await lobby();
		const elsewhere = await lobby();

		const foreign = await openSocket(api.url, { meetingId: elsewhere.meeting.id, token: guest.token });
		const stream = await openStream(api.url, { meetingId: meeting.id, token: guest.token });

		expect(await foreign.closed).toMatchObject({ code: 4404 });
		expect(stream.status).toBe(404);
	});

	test("twice is admitted twice, and once in the room", async () => {
		const { meeting, guest, socket, admit } = await lobby();
		const tab = await openSocket(api.url, { meetingId: meeting.id, token: guest.token });
		await tab.next("lobby");

		await Promise.all([admit(), admit()]);
		const [one, two] = [await socket.next("room"), await tab.next("room")];
		const host = await hostOf(owner, meeting);

		expect([one.you.participantId, two.you.participantId]).toEqual([guest.id, guest.id]);
		expect(host.frames.find(({ type }) => type === "room")?.people).toHaveLength(1);
	});

	test("is told of whichever decision was first", async () => {
		const { socket, admit, refuse } = await lobby();

		const [admitted, refused] = await Promise.all([admit(), refuse()]);
		await socket.closed;

		expect(refused.status).toBe(204);
		expect([200, 409]).toContain(admitted.status);
		expect(socket.frames.map(({ type }) => type).filter((type) => type === "presence")).toEqual([]);
	});
});
