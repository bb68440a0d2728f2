import { describe, expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { until } from "#tests/support/until";
import { guestsOf, type OpenMeeting } from "../support/guests.ts";
import { useHarness } from "../support/harness.ts";
import { type LiveSocket, openSocket } from "../support/live.ts";
import { inProcessTest } from "../support/target.ts";

const api = await useHarness({ isServed: true });
const { openMeeting, join, guestIn } = guestsOf(api);
const owner = await api.createOrganization();

const connect = (by: Caller, { id }: Pick<OpenMeeting, "id">) =>
	openSocket(api.url, { meetingId: id, token: by.token });
const presencesOf = ({ frames }: LiveSocket, participantId: string) =>
	frames.filter((frame) => frame.type === "presence" && frame.participantId === participantId);
const statesOf = (socket: LiveSocket, participantId: string) =>
	presencesOf(socket, participantId).map(({ state, reason }) => (reason ? `${state} ${reason}` : state));

/** Opens a meeting with the owner and a guest in it, who are connected. */
async function room(body: Record<string, unknown> = {}) {
	const meeting = await openMeeting(owner, body);
	const [{ id: hostId }, guest] = await Promise.all([join(owner, meeting), guestIn(meeting)]);
	const host = await connect(owner, meeting);
	await host.next("room");
	const other = await connect(guest, meeting);
	await other.next("room");
	await host.next("presence", ({ state }) => state === "joined");
	return { meeting, hostId, host, guest, other };
}

/** Closes a connection, and lets time pass until another one in the room learns that its person is gone. */
async function lose(socket: LiveSocket, participantId: string, seenBy: LiveSocket): Promise<void> {
	socket.close();
	await until(() => {
		api.advanceMs(1_000);
		return statesOf(seenBy, participantId).some((state) => state.startsWith("left"));
	});
}

describe("who enters the room", () => {
	test("gets a snapshot of it right after ready: themselves, the others, and whether there are captions", async () => {
		const { meeting, hostId, host, guest, other } = await room({ transcription: { live: true } });
		other.send({ type: "presence", audio: true, video: false });
		await host.next("presence", ({ audio }) => audio === true);
		const third = await guestIn(meeting, "Ida");

		const socket = await connect(third, meeting);
		const ready = await socket.next("ready");
		const snapshot = await socket.next("room");

		expect(socket.frames.slice(0, 2).map(({ type }) => type)).toEqual(["ready", "room"]);
		expect(snapshot).toMatchObject({
			you: { participantId: third.id, connectionId: ready.connectionId, name: "Ida", role: "guest", audio: null },
			captions: { state: "on" },
		});
		const people = new Map(snapshot.people.map((person: { participantId: string }) => [person.participantId, person]));
		expect(people.size).toBe(2);
		expect(people.get(hostId)).toMatchObject({ role: "host", joinedAt: expect.any(String), hand: false });
		expect(people.get(guest.id)).toMatchObject({ name: "Grace", role: "guest", audio: true, video: false });
	});

	test("gets it when they join, not before, and nobody who only reads does", async () => {
		const { meeting } = await room();
		const colleague = await api.addMember(owner, "admin");
		const socket = await connect(colleague, meeting);
		await socket.next("status");
		const before = socket.frames.map(({ type }) => type);

		const { id } = await join(colleague, meeting);

		expect(before).toEqual(["ready", "status"]);
		expect(await socket.next("room")).toMatchObject({ you: { participantId: id }, captions: { state: "off" } });
	});
});

describe("another connection of a person", () => {
	test("changes nothing of what they show, and is no arrival", async () => {
		const { meeting, host, guest, other } = await room();
		other.send({ type: "presence", audio: true, video: true });
		other.send({ type: "hand", raised: true });
		await host.next("hand");

		const second = await connect(guest, meeting);
		const { connectionId } = await second.next("ready");
		const { you } = await second.next("room");
		const told = await host.next("presence", (frame) => frame.connectionId === connectionId);
		second.send({ type: "presence", audio: false });
		const muted = await host.next("presence", ({ audio }) => audio === false);

		expect(you).toMatchObject({ audio: true, video: true, hand: true, connectionId });
		expect(told).toMatchObject({ state: "present", audio: true, video: true, hand: true });
		expect(muted).toMatchObject({ state: "present", video: true, hand: true, connectionId });
		expect(statesOf(host, guest.id)).not.toContain("left");
		expect(statesOf(host, guest.id).filter((state) => state === "joined")).toHaveLength(1);
	});

	inProcessTest("keeps them in the room when one is closed: the others learn which is left", async () => {
		const { meeting, host, guest, other } = await room();
		const { connectionId } = await other.next("ready");
		const second = await connect(guest, meeting);
		await second.next("room");
		const third = await guestIn(meeting, "Ida");
		const leaving = await connect(third, meeting);
		await leaving.next("room");

		second.close();
		const told = await host.next(
			"presence",
			(frame) => frame.connectionId === connectionId && frame.state === "present",
		);
		await lose(leaving, third.id, host);

		expect(told).toMatchObject({ participantId: guest.id });
		expect(statesOf(host, guest.id).join()).not.toContain("left");
	});
});

describe("who is gone", () => {
	inProcessTest("is lost after ten seconds, and comes back as a new arrival that has said nothing", async () => {
		const { meeting, host, guest, other } = await room();
		other.send({ type: "presence", audio: true });
		await host.next("presence", ({ audio }) => audio === true);

		await lose(other, guest.id, host);
		const left = await host.next("presence", ({ state }) => state === "left");
		const again = await connect(guest, meeting);
		const back = await host.next("presence", ({ state }) => state === "joined");

		expect(left).toMatchObject({ participantId: guest.id, reason: "lost" });
		expect(back).toMatchObject({ participantId: guest.id, audio: null });
		expect((await again.next("room")).you).toMatchObject({ audio: null });
	});

	inProcessTest("and back within ten seconds has never left, and shows what they showed", async () => {
		const { meeting, host, guest, other } = await room();
		const third = await guestIn(meeting, "Ida");
		const leaving = await connect(third, meeting);
		await leaving.next("room");
		other.send({ type: "presence", audio: true });
		await host.next("presence", ({ audio }) => audio === true);

		other.close();
		await other.closed;
		const newcomer = await connect(await guestIn(meeting, "Leo"), meeting);
		const meanwhile = await newcomer.next("room");
		const again = await connect(guest, meeting);
		const { you } = await again.next("room");
		await lose(leaving, third.id, host);

		expect(meanwhile.people.map(({ participantId }: { participantId: string }) => participantId)).toContain(guest.id);
		expect(you).toMatchObject({ participantId: guest.id, audio: true });
		expect(statesOf(host, guest.id).join()).not.toContain("left");
		expect(statesOf(host, guest.id).filter((state) => state === "joined")).toHaveLength(1);
	});

	test("by leaving has left at once, although their connection stays open", async () => {
		const { meeting, host, guest, other } = await room();

		await guest.post(`/meetings/${meeting.id}/leave`, {});

		await host.next("presence", ({ state }) => state === "left");
		expect(statesOf(host, guest.id)).toEqual(["joined", "left left"]);
		other.close();
	});

	test("since they were removed was removed", async () => {
		const { meeting, host, guest } = await room();

		await owner.delete(`/meetings/${meeting.id}/participants/${guest.id}`);

		await host.next("presence", ({ state }) => state === "left");
		expect(statesOf(host, guest.id)).toEqual(["joined", "left removed"]);
	});

	inProcessTest("and removed before they could come back was removed, not lost", async () => {
		const { meeting, host, guest, other } = await room();

		other.close();
		await other.closed;
		await owner.delete(`/meetings/${meeting.id}/participants/${guest.id}`);
		await lose(other, guest.id, host);

		await host.next("presence", ({ state }) => state === "left");
		expect(statesOf(host, guest.id)).toEqual(["joined", "left removed"]);
	});
});
