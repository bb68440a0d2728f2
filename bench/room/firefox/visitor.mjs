/**
 * A guest in Firefox, with its own fake microphone and camera: `visitor.mjs FIREFOX ADDRESS NAME` joins a room. Each line that
 * it reads is answered by a line of JSON: `heard`, `captions`, `reload`.
 */
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const [executablePath, address, name] = process.argv.slice(2);
const browser = await puppeteer.launch({
	browser: "firefox",
	executablePath,
	extraPrefsFirefox: {
		"media.navigator.streams.fake": true,
		"media.navigator.permission.disabled": true,
		"media.peerconnection.ice.loopback": true,
		"media.autoplay.default": 0,
		"media.autoplay.block-webaudio": false,
		"intl.accept_languages": "en-GB",
	},
});
const page = await browser.newPage();
await page.evaluateOnNewDocument(() => {
	window.connections = [];
	window.RTCPeerConnection = class extends RTCPeerConnection {
		constructor(...options) {
			super(...options);
			window.connections.push(this);
		}
	};
});
await page.goto(address);
await page.waitForFunction(() => document.body.textContent.includes("Join now"));
await page.evaluate((own) => {
	const named = (text) => (input) => input.labels?.[0]?.textContent?.trim() === text;
	const inputs = [...document.querySelectorAll("input")];
	for (const radio of inputs.filter(named("I agree"))) radio.click();
	const field = inputs.find(named("Your name"));
	field.value = own;
	field.dispatchEvent(new Event("input", { bubbles: true }));
}, name);
const button = await page.evaluateHandle(() =>
	[...document.querySelectorAll("button")].find(({ textContent }) => textContent.includes("Join now")),
);
await button.asElement().click(); // A click of a person, without which no browser lets sound through.
await inside();

const answers = {
	heard: () =>
		page.evaluate(async () => {
			const heard = { connected: 0, energy: 0, lost: 0, frames: 0 };
			for (const connection of window.connections) {
				if (connection.connectionState === "connected") heard.connected++;
				for (const entry of (await connection.getStats()).values()) {
					if (entry.type !== "inbound-rtp") continue;
					heard.energy += entry.totalAudioEnergy ?? 0;
					heard.lost += entry.packetsLost ?? 0;
					heard.frames += entry.framesDecoded ?? 0;
				}
			}
			return heard;
		}),
	captions: () => page.evaluate(() => document.querySelector("[role=log]")?.textContent ?? ""),
	async reload() {
		await page.reload();
		await inside();
		return true;
	},
};
process.stdout.write("true\n");
for await (const line of createInterface({ input: process.stdin }))
	process.stdout.write(`${JSON.stringify(await answers[line]())}\n`);
await browser.close();

function inside() {
	return page.waitForFunction(() => document.querySelector("[role=toolbar]") !== null);
}
