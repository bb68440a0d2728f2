import { describe, expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { guestsOf } from "../support/guests.ts";
import { useHarness } from "../support/harness.ts";
import { type LiveSocket, openSocket } from "../support/live.ts";

const api = await useHarness({ isServed: true });
const { openMeeting, join, guestIn } = guestsOf(api);
const owner = await api.createOrganization();
const colleague = await api.addMember(owner, "admin");

const connect = (by: Caller, meetingId: string) => openSocket(api.url, { meetingId, token: by.token });
/** Everything that reaches only those who are in the room. */
const ROOM = ["presence", "signal", "hand", "chat", "mute_request"];
const HELLO = { page: "one", for: null, signal: { hello: true } };
const heardInRoom = ({ frames }: LiveSocket) => frames.filter(({ type }) => ROOM.includes(type));

/** Opens a meeting with the owner and a guest in it, who are connected. */
async function room() {
	const meeting = await openMeeting(owner);
	const [{ id: hostId }, guest] = await Promise.all([join(owner, meeting), guestIn(meeting)]);
	const host = await connect(owner, meeting.id);
	await host.next("ready");
	const other = await connect(guest, meeting.id);
	await host.next("presence", ({ state }) => state === "joined");
	return { meeting, hostId, host, guest, other };
}

describe("in the room", () => {
	test("those who come learn who is there, and the others of them, until they leave", async () => {
		const { meeting, host, hostId, other, guest } = await room();

		const there = await other.next("presence");
		other.send({ type: "presence", audio: true });
		const shown = await host.next("presence");
		await guest.post(`/meetings/${meeting.id}/leave`, {});
		const left = await host.next("presence");

		expect(there).toMatchObject({ participantId: hostId, state: "present", name: "A Person" });
		expect(shown).toMatchObject({ participantId: guest.id, name: "Grace", audio: true, video: null, hand: false });
		expect(left).toMatchObject({ participantId: guest.id, state: "left", reason: "left" });
		host.close();
	});

	test("a signal reaches the one it is for, and nobody else", async () => {
		const { meeting, host, hostId, other, guest } = await room();
		const third = await guestIn(meeting, "Ida");
		const bystander = await connect(third, meeting.id);
		await bystander.next("presence");
		const data = { page: "one", for: null, signal: { description: { type: "offer", sdp: "v=0" } } };
		const { connectionId: fromConnection } = await other.next("ready");

		other.send({ type: "signal", to: hostId, data });
		other.send({ type: "hand", raised: true });

		expect(await host.next("signal")).toEqual({ type: "signal", from: guest.id, fromConnection, data });
		await bystander.next("hand");
		expect(heardInRoom(bystander).map(({ type }) => type)).not.toContain("signal");
		expect(heardInRoom(other).map(({ type }) => type)).not.toContain("hand");
	});

	test("a message of the chat is stored, and reaches everybody, by whichever way it was written", async () => {
		const { meeting, host, other, guest } = await room();

		other.send({ type: "chat", text: "  by socket " });
		const bySocket = await host.next("chat");
		const written = await owner.post(`/meetings/${meeting.id}/chat`, { text: "by request" });
		const byRequest = await other.next("chat", ({ message }) => message.text === "by request");

		expect(bySocket.message).toMatchObject({ text: "by socket", participantId: guest.id, meetingId: meeting.id });
		expect(byRequest.message).toEqual(written.body.data);
		const { body } = await owner.get(`/meetings/${meeting.id}/chat`);
		expect(body.data.map(({ text }: { text: string }) => text)).toEqual(["by socket", "by request"]);
	});

	test("only who runs the meeting asks others to be silent", async () => {
		const { host, hostId, other, guest } = await room();

		other.send({ type: "mute_request", to: hostId });
		host.send({ type: "mute_request", to: guest.id });

		expect(await other.next("error")).toMatchObject({ code: "forbidden" });
		expect(await other.next("mute_request")).toEqual({ type: "mute_request", from: hostId });
		expect(heardInRoom(host).map(({ type }) => type)).not.toContain("mute_request");
	});

	test("what the room does not allow is told, and the connection goes on", async () => {
		const { host, other, hostId } = await room();
		const nobody = "par_01jd0z7v9gf2nbrexx3vqjhp41";

		other.send({ type: "signal", to: nobody, data: HELLO });
		const long = { description: { type: "offer", sdp: "x".repeat(33_000) } };
		other.send({ type: "signal", to: hostId, data: { ...HELLO, signal: long } });
		other.send({ type: "chat", text: " " });
		const told = [await other.next("error"), await other.next("error"), await other.next("error")];
		other.send({ type: "hand", raised: true });

		expect(told.map(({ code }) => code)).toEqual(["not_found", "payload_too_large", "validation_failed"]);
		expect(await host.next("hand")).toMatchObject({ raised: true });
	});
});

describe("outside the room", () => {
	test("who only reads the meeting hears nothing of it, and says nothing", async () => {
		const { meeting, host, other } = await room();
		const reader = await connect(colleague, meeting.id);
		await reader.next("status");

		reader.send({ type: "chat", text: "hello" });
		other.send({ type: "hand", raised: true });
		await host.next("hand");
		other.send({ type: "chat", text: "for the room" });
		await host.next("chat");

		expect(await reader.next("error")).toMatchObject({ code: "forbidden" });
		expect(heardInRoom(reader)).toEqual([]);
		expect(heardInRoom(host).map(({ message }) => message?.text)).not.toContain("hello");
	});

	test("another meeting hears nothing", async () => {
		const [one, two] = await Promise.all([room(), room()]);
		await two.other.next("presence"); // Who is there already is told a moment after one comes.
		const before = heardInRoom(two.other).length;

		one.other.send({ type: "signal", to: two.hostId, data: HELLO });
		one.other.send({ type: "hand", raised: true });
		await one.host.next("hand");

		expect(await one.other.next("error")).toMatchObject({ code: "not_found" });
		expect(heardInRoom(two.host).map(({ type }) => type)).not.toContain("hand");
		expect(heardInRoom(two.other)).toHaveLength(before);
	});

	test("who was removed hears nothing from that moment, while their connection is still open", async () => {
		const { meeting, host, other, guest } = await room();
		await other.next("presence"); // Who is there already is told a moment after one comes.
		await owner.delete(`/meetings/${meeting.id}/participants/${guest.id}`);
		const before = heardInRoom(other).length;

		host.send({ type: "signal", to: guest.id, data: HELLO });
		host.send({ type: "chat", text: "secret" });
		await host.next("chat");

		await other.closed;
		expect(heardInRoom(other)).toHaveLength(before);
	});

	test("who has left does not speak, and comes back by joining", async () => {
		const { meeting, host, other, guest } = await room();
		await guest.post(`/meetings/${meeting.id}/leave`, {});

		other.send({ type: "hand", raised: true });
		const told = await other.next("error");
		await host.next("presence", ({ state }) => state === "left");
		await guest.post(`/meetings/${meeting.id}/join`, {});
		const back = await host.next("presence", ({ state }) => state === "joined");

		expect(told).toMatchObject({ code: "forbidden" });
		expect(back).toMatchObject({ participantId: guest.id });
		expect(heardInRoom(host).map(({ type }) => type)).not.toContain("hand");
	});
});
