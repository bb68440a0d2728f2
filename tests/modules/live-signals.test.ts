import { describe, expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { guestsOf } from "../support/guests.ts";
import { useHarness } from "../support/harness.ts";
import { type LiveSocket, openSocket } from "../support/live.ts";

const api = await useHarness({ isServed: true });
const { openMeeting, join, guestIn } = guestsOf(api);
const owner = await api.createOrganization();

const connect = async (by: Caller, meetingId: string) => {
	const socket = await openSocket(api.url, { meetingId, token: by.token });
	const { connectionId } = await socket.next("ready");
	await socket.next("room");
	return { socket, connectionId: String(connectionId) };
};
/** What Firefox 153 offers for two voices and two pictures. */
const FIREFOX_OFFER = "tests/support/firefox-offer.sdp";
const OFFER = { description: { type: "offer", sdp: "v=0" } };
const LONG = `v=0\r\n${`m=audio 9 UDP/TLS/RTP/SAVPF${" 111".repeat(64)}\r\n`.repeat(110)}`;
const CANDIDATE = {
	candidate: "candidate:1 1 udp 2113937151 192.0.2.1 50000 typ host",
	sdpMid: "0",
	sdpMLineIndex: 0,
	usernameFragment: null,
};
const described = (line: string) => ({ description: { type: "offer", sdp: `v=0\r\n${line}\r\n` } });
const dataOf = (signal: unknown) => ({ page: "one", for: null, signal });
const signalsOf = ({ frames }: LiveSocket) => frames.filter(({ type }) => type === "signal");

/** Opens a meeting whose host is connected, and a guest in two tabs. */
async function roomOfTabs() {
	const meeting = await openMeeting(owner);
	const [{ id: hostId }, guest] = await Promise.all([join(owner, meeting), guestIn(meeting)]);
	const host = await connect(owner, meeting.id);
	const open = async () => {
		const tab = await connect(guest, meeting.id);
		await host.socket.next("presence", ({ connectionId }) => connectionId === tab.connectionId);
		return tab;
	};
	const [one, two] = [await open(), await open()];
	return { meeting, hostId, host, guest, one, two };
}

describe("a signal", () => {
	test("is passed on without what is no part of what browsers negotiate", async () => {
		const { host, guest, one } = await roomOfTabs();
		const notes = [
			"a=x-note:psst",
			"a=ssrc:1 cname:meet me at five",
			"a=extmap:1 urn:3gpp:video-orientation meet-me-at-five",
		];
		const sdp = `${["v=0", "s=-", ...notes, "a=mid:0"].join("\r\n")}\r\n`;
		const noted = { ...CANDIDATE, candidate: `${CANDIDATE.candidate} generation 0 note psst` };
		for (const signal of [{ description: { type: "offer", sdp } }, { candidates: [noted] }])
			host.socket.send({ type: "signal", to: guest.id, data: dataOf(signal) });

		const passed = [await one.socket.next("signal"), await one.socket.next("signal")];

		expect(passed[0]?.data.signal.description.sdp).toBe("v=0\r\ns=-\r\na=mid:0\r\n");
		expect(passed[1]?.data.signal.candidates).toEqual([{ ...noted, candidate: `${CANDIDATE.candidate} generation 0` }]);
	});

	test("is passed on as Firefox writes it, whose lines but the first have no port of their own", async () => {
		const { host, guest, one } = await roomOfTabs();
		const sdp = await Bun.file(FIREFOX_OFFER).text();
		host.socket.send({ type: "signal", to: guest.id, data: dataOf({ description: { type: "offer", sdp } }) });

		const passed = await one.socket.next("signal");

		expect(sdp).toContain("a=bundle-only");
		expect(passed.data.signal.description.sdp).toBe(sdp);
	});

	test("for one tab reaches that one, and its answer says from which connection it comes", async () => {
		const { host, hostId, guest, one, two } = await roomOfTabs();

		host.socket.send({ type: "signal", to: guest.id, toConnection: one.connectionId, data: dataOf(OFFER) });
		host.socket.send({ type: "hand", raised: true });
		const got = await one.socket.next("signal");
		await two.socket.next("hand");
		one.socket.send({ type: "signal", to: hostId, toConnection: got.fromConnection, data: dataOf({ hello: true }) });

		expect(got).toEqual({ type: "signal", from: hostId, fromConnection: host.connectionId, data: dataOf(OFFER) });
		expect(signalsOf(two.socket)).toEqual([]);
		expect(await host.socket.next("signal")).toMatchObject({ from: guest.id, fromConnection: one.connectionId });
	});

	test("without a connection reaches all tabs of its participant", async () => {
		const { host, guest, one, two } = await roomOfTabs();

		host.socket.send({ type: "signal", to: guest.id, data: dataOf({ hello: true }) });

		expect(await one.socket.next("signal")).toEqual(await two.socket.next("signal"));
	});

	test("to a connection of somebody else, of another meeting, or that is closed, reaches nobody", async () => {
		const { host, hostId, guest, one, two } = await roomOfTabs();
		const other = await roomOfTabs();
		two.socket.close();
		await two.socket.closed;
		await host.socket.next("presence", ({ connectionId }) => connectionId === one.connectionId);
		const wrong = [
			{ to: hostId, toConnection: one.connectionId },
			{ to: guest.id, toConnection: other.one.connectionId },
			{ to: other.guest.id, toConnection: other.one.connectionId },
			{ to: guest.id, toConnection: two.connectionId },
		];

		for (const each of wrong) host.socket.send({ type: "signal", ...each, data: dataOf(OFFER) });

		for (const _ of wrong) expect((await host.socket.next("error")).code).toBe("not_found");
		host.socket.send({ type: "hand", raised: true });
		await one.socket.next("hand");
		for (const { socket } of [host, one, other.one, other.two]) expect(signalsOf(socket)).toEqual([]);
	});

	test.each<[string, unknown]>([
		["a description", OFFER],
		["a description of 31 KiB", { description: { type: "answer", sdp: LONG } }],
		["as many candidates as come at once", { candidates: Array(64).fill(CANDIDATE) }],
		["a candidate with its text alone", { candidates: [{ candidate: "" }] }],
		["a hello", { hello: true }],
	])("may be %s", async (_, signal) => {
		const { host, guest, one } = await roomOfTabs();

		host.socket.send({ type: "signal", to: guest.id, data: dataOf(signal) });

		expect((await one.socket.next("signal")).data).toEqual(dataOf(signal));
	});

	test.each<[string, unknown, string]>([
		["a text", "hello", "/data "],
		["nothing", null, "/data "],
		["no page", { for: null, signal: OFFER }, "/data/page"],
		["no recipient", { page: "one", signal: OFFER }, "/data/for"],
		["anything besides", { ...dataOf(OFFER), note: "psst" }, "/data/note"],
		["no signal", { page: "one", for: null }, "/data/signal"],
		["an empty signal", dataOf({}), "/data/signal"],
		["two signals at once", dataOf({ hello: true, ...OFFER }), "/data/signal"],
		["another signal", dataOf({ chat: "psst" }), "/data/signal"],
		["a hello that says more", dataOf({ hello: "psst" }), "/data/signal/hello"],
		[
			"another type of description",
			dataOf({ description: { type: "note", sdp: "" } }),
			"/data/signal/description/type",
		],
		["a text in a description", dataOf(described("s=meet me at five")), "data/signal/description/sdp"],
		["a text in a title", dataOf(described("i=psst")), "data/signal/description/sdp"],
		[
			"a channel for data",
			dataOf(described("m=application 9 UDP/DTLS/SCTP webrtc-datachannel")),
			"data/signal/description/sdp",
		],
		[
			"a text in a candidate",
			dataOf({ candidates: [{ ...CANDIDATE, candidate: `psst ${CANDIDATE.candidate}` }] }),
			"data/signal/candidates/0/candidate",
		],
		["a text in the place of a page", { ...dataOf({ hello: true }), page: "meet me" }, "/data/page"],
		["a description without its text", dataOf({ description: { type: "offer" } }), "/data/signal/description/sdp"],
		["too many candidates", dataOf({ candidates: Array(65).fill(CANDIDATE) }), "/data/signal/candidates"],
		["a candidate that says more", dataOf({ candidates: [{ ...CANDIDATE, x: 1 }] }), "/data/signal/candidates/0/x"],
	])("may not be %s", async (_, data, field) => {
		const { host, guest, one } = await roomOfTabs();

		host.socket.send({ type: "signal", to: guest.id, data });

		const error = await host.socket.next("error");
		expect(error).toMatchObject({ code: "validation_failed", message: expect.stringContaining(field) });
		expect(await host.socket.closed).toMatchObject({ code: 4400 });
		expect(signalsOf(one.socket)).toEqual([]);
	});
});
