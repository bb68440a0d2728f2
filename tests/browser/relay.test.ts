import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { CHROMIUM, hasBrowser, openBrowser, openPage } from "../support/browser.ts";
import { makeCertificate } from "../support/certificates.ts";
import { freePort } from "../support/free-port.ts";
import { type Installation, install } from "../support/installation.ts";
import { openRoom } from "../support/live-room.ts";
import { done, foundSchool } from "../support/school.ts";

/** What a page runs: a connection that may use the relay alone, a picture to send, and a data channel. */
const PEER = `(iceServers) => {
	const peer = new RTCPeerConnection({ iceServers, iceTransportPolicy: "relay" });
	const canvas = document.createElement("canvas");
	const context = canvas.getContext("2d");
	let frame = 0;
	setInterval(() => {
		context.fillStyle = "hsl(" + (frame++ * 7) % 360 + " 80% 50%)";
		context.fillRect(0, 0, canvas.width, canvas.height);
	}, 50);
	const stream = canvas.captureStream(15);
	for (const track of stream.getTracks()) peer.addTrack(track, stream);
	peer.ontrack = ({ track }) => {
		const video = document.createElement("video");
		video.srcObject = new MediaStream([track]);
		video.muted = true;
		document.body.append(video);
		void video.play();
	};
	const channel = peer.createDataChannel("chat", { negotiated: true, id: 1 });
	const heard = [];
	channel.onmessage = ({ data }) => heard.push(data);
	const errors = [];
	peer.onicecandidateerror = ({ errorCode, errorText }) => errors.push(errorCode + " " + errorText);
	const opened = new Promise((resolve) => { channel.onopen = resolve; });
	const gathered = async () => {
		while (peer.iceGatheringState !== "complete")
			await new Promise((resolve) => peer.addEventListener("icegatheringstatechange", resolve, { once: true }));
		return peer.localDescription.toJSON();
	};
	const until = async (isSo) => {
		for (let n = 0; n < 400; n++) {
			const found = await isSo();
			if (found) return found;
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		throw new Error("it did not come to be: " + peer.connectionState + " " + errors.join());
	};
	globalThis.relayed = {
		errors,
		offer: async () => { await peer.setLocalDescription(); return gathered(); },
		answer: async (offer) => {
			await peer.setRemoteDescription(offer);
			await peer.setLocalDescription();
			return gathered();
		},
		accept: (answer) => peer.setRemoteDescription(answer),
		say: async (text) => { await opened; channel.send(text); },
		heard: () => until(() => heard[0]),
		frames: () => until(async () => {
			for (const each of (await peer.getStats()).values())
				if (each.type === "inbound-rtp" && each.framesDecoded > 10) return each.framesDecoded;
		}),
		pair: async () => {
			const all = await peer.getStats();
			for (const each of all.values())
				if (each.type === "candidate-pair" && each.nominated && each.state === "succeeded")
					return [each.localCandidateId, each.remoteCandidateId].map((id) => all.get(id).candidateType);
		},
		ended: () => until(() => ["disconnected", "failed"].includes(peer.iceConnectionState) && peer.iceConnectionState),
	};
}`;

const certificate = makeCertificate("localhost");

describe.skipIf(!hasBrowser)(`Browsers that only the relay connects (needs ${CHROMIUM})`, () => {
	let browser: Browser;
	beforeAll(async () => {
		// The authority of the test is none that a browser knows.
		browser = await openBrowser(["--ignore-certificate-errors"]);
	});
	afterAll(() => browser?.close());

	describe.each([
		["turn:", {}],
		["turns:", { TURN_TLS_CERT: certificate.cert, TURN_TLS_KEY: certificate.key }],
	] as const)("by %s", (scheme, tls) => {
		let server: Installation;
		let base: string;
		beforeAll(async () => {
			const port = freePort();
			base = `http://localhost:${port}`;
			server = await install({ PORT: String(port), PUBLIC_URL: base, TURN_PORT: "0", TURN_HOST: "127.0.0.1", ...tls });
		}, 60_000);
		afterAll(() => server?.close());

		/** Returns the servers of somebody in the room. */
		const serversOf = async (token: string, meetingId: string) =>
			(await done(base, "POST", "/transcription/live/tickets", { token, body: { meetingId } })).iceServers;

		async function open(iceServers: unknown): Promise<Page> {
			const page = await openPage(browser);
			await page.goto(`${base}/health/live`);
			await page.evaluate(`(${PEER})(${JSON.stringify(iceServers)})`);
			return page;
		}
		const call = <T>(page: Page, method: string, value?: unknown): Promise<T> =>
			page.evaluate(`relayed.${method}(${value === undefined ? "" : JSON.stringify(value)})`) as Promise<T>;

		test("two participants see each other's picture and exchange messages, until one is removed", async () => {
			const host = await foundSchool(base);
			const room = await openRoom(base, host);
			await done(base, "POST", `/meetings/${room.meetingId}/join`, { token: host.token, body: {} });
			const guest = await room.guest(base, "Grace");
			const servers = [await serversOf(host.token, room.meetingId), await serversOf(guest.token, room.meetingId)];
			const [caller, callee] = await Promise.all([open(servers[0]), open(servers[1])]);

			const offer = await call<{ sdp: string }>(caller, "offer");
			await call(caller, "accept", await call(callee, "answer", offer));
			await Promise.all([call(caller, "say", "hello"), call(callee, "say", "welcome")]);
			const heard = await Promise.all([call(caller, "heard"), call(callee, "heard")]);
			const frames = await Promise.all([call<number>(caller, "frames"), call<number>(callee, "frames")]);
			const pair = await call(caller, "pair");
			const path = `/meetings/${room.meetingId}/participants`;
			const people = await done(base, "GET", path, { token: host.token });
			const { id } = people.find(({ name }: { name: string }) => name === "Grace");
			await fetch(`${base}${path}/${id}`, { method: "DELETE", headers: { authorization: `Bearer ${host.token}` } });
			const ended = await call<string>(caller, "ended");
			await Promise.all([caller, callee].map((page) => page.close()));

			expect(servers[0][0].urls[0]).toStartWith(scheme);
			expect(offer.sdp).toMatch(/a=candidate:.* typ relay /);
			expect(offer.sdp).not.toMatch(/ typ (host|srflx) /);
			expect(heard).toEqual(["welcome", "hello"]);
			expect(Math.min(...frames)).toBeGreaterThan(10);
			expect(pair).toEqual(["relay", "relay"]);
			expect(ended).toMatch(/disconnected|failed/);
		}, 120_000);
	});
});
