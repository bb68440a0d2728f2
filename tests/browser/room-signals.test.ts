import { afterAll, describe, expect, test } from "bun:test";
import { hasBrowser, openBrowser, openPage } from "#tests/support/browser";
import type { Caller } from "#tests/support/client";
import { guestsOf, type OpenMeeting } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { openSocket } from "#tests/support/live";

const api = await useHarness({ isServed: true });
const { openMeeting, join, guestIn } = guestsOf(api);
const owner = await api.createOrganization();

interface Negotiated {
	readonly offer: { readonly type: string; readonly sdp: string };
	readonly answer: { readonly type: string; readonly sdp: string };
	readonly candidates: readonly object[];
}

/** Negotiates in a page: sound, a picture in three sizes, a screen with its sound; with all codecs. */
const NEGOTIATE = `async ({ cameras, data }) => {
	const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()];
	const candidates = [];
	a.onicecandidate = ({ candidate }) => candidate && candidates.push(candidate.toJSON());
	a.addTransceiver("audio", { direction: "sendrecv" });
	if (cameras) a.addTransceiver("video", { direction: "sendrecv", sendEncodings: [{ rid: "q" }, { rid: "h" }, { rid: "f" }] });
	a.addTransceiver("video", { direction: cameras ? "sendrecv" : "recvonly" });
	a.addTransceiver("audio", { direction: "recvonly" });
	if (data) a.createDataChannel("notes");
	await a.setLocalDescription();
	await b.setRemoteDescription(a.localDescription);
	await b.setLocalDescription();
	while (a.iceGatheringState !== "complete") await new Promise((go) => (a.onicegatheringstatechange = go));
	const plain = ({ type, sdp }) => ({ type, sdp });
	return { offer: plain(a.localDescription), answer: plain(b.localDescription), candidates };
}`;

const connect = async (by: Caller, { id: meetingId }: OpenMeeting) => {
	const socket = await openSocket(api.url, { meetingId, token: by.token });
	await socket.next("room");
	return socket;
};
const dataOf = (signal: unknown) => ({ page: "one", for: null, signal });

if (hasBrowser)
	describe("what a browser negotiates", async () => {
		const browser = await openBrowser();
		afterAll(() => browser.close());
		const page = await openPage(browser);
		await page.goto(`${api.url}/health/live`);
		const negotiate = (wishes: { cameras: boolean; data?: boolean }): Promise<Negotiated> =>
			page.evaluate(`(${NEGOTIATE})(${JSON.stringify(wishes)})`);

		/** Opens a meeting with its host and two guests. */
		async function openRoom(more: Readonly<Record<string, unknown>> = {}) {
			const meeting = await openMeeting(owner, more);
			const { id: hostId } = await join(owner, meeting);
			const [ada, ben] = [await guestIn(meeting, "Ada"), await guestIn(meeting, "Ben")];
			const host = await connect(owner, meeting);
			const [one, two] = [await connect(ada, meeting), await connect(ben, meeting)];
			await one.next("presence", ({ participantId }) => participantId === ben.id);
			return { hostId, host, ada, ben, one, two };
		}

		test("passes as it is, with its candidates", async () => {
			const { ben, one, two } = await openRoom();
			const { offer, answer, candidates } = await negotiate({ cameras: true });
			const signals = [{ description: offer }, { description: answer }, { candidates }];
			for (const signal of signals) one.send({ type: "signal", to: ben.id, data: dataOf(signal) });

			for (const signal of signals) expect((await two.next("signal")).data).toEqual(dataOf(signal));
			expect(candidates.length).toBeGreaterThan(0);
		});

		test("closes the connection that asks for a channel of its own", async () => {
			const { ben, one } = await openRoom();
			const { offer } = await negotiate({ cameras: false, data: true });
			one.send({ type: "signal", to: ben.id, data: dataOf({ description: offer }) });

			expect((await one.closed).code).toBe(4400);
		});

		test("shows no pictures of one participant to another where they are for hosts", async () => {
			const { hostId, host, ada, ben, one, two } = await openRoom({ camerasVisibleTo: "hosts" });
			const [seen, heard] = [await negotiate({ cameras: true }), await negotiate({ cameras: false })];
			one.send({ type: "signal", to: ben.id, data: dataOf({ description: seen.offer }) });
			const refused = await one.next("error");
			// As Firefox writes lines that come together with another (RFC 9143).
			const together = seen.offer.sdp.replace(/(m=video )\d+(.*\r\n)/g, "$10$2a=bundle-only\r\n");
			one.send({ type: "signal", to: ben.id, data: dataOf({ description: { type: "offer", sdp: together } }) });
			const refusedToo = await one.next("error");
			one.send({ type: "signal", to: ben.id, data: dataOf({ description: heard.offer }) });
			const passed = await two.next("signal");
			one.send({ type: "signal", to: hostId, data: dataOf({ description: seen.offer }) });
			const toHost = await host.next("signal");
			host.send({ type: "signal", to: ada.id, data: dataOf({ description: seen.offer }) });
			const fromHost = await one.next("signal");

			expect(together).toContain("m=video 0 ");
			for (const error of [refused, refusedToo]) expect(error).toMatchObject({ code: "forbidden", retryable: false });
			expect(passed.data.signal.description.sdp).toBe(heard.offer.sdp);
			expect([toHost.from, fromHost.from]).toEqual([ada.id, hostId]);
		});
	});
