/**
 * `bun tests/support/caption-until-killed.ts URL NOW_MS ORG MEETING TRACKS COUNT`: speaks on so many tracks of a live
 * meeting at once, so many utterances each, as fast as they are stored, and then waits to be killed. Prints each frame that
 * a reader would get, and `done` at the end.
 */

import { createBusMemory } from "#adapters/bus-memory";
import { openStore } from "#db/store";
import { systemSteadyMs } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { createMemoryLimiter } from "#kernel/rate-limit";
import { render } from "#kernel/texts";
import { findMeeting } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import { createParley } from "#src/app";
import { loadConfig } from "#src/config";
import { createLog } from "#src/log";
import { createMetrics } from "#src/metrics";
import { openObjects, openSpeech } from "#src/open";
import { scriptSpeech } from "./scripted-speech.ts";

const [url = "", nowMs = "0", orgId = "", meetingId = "", tracks = "1", count = "1"] = process.argv.slice(2);
const clock = { nowMs: () => Number(nowMs) };
const config = loadConfig(() => undefined, [], false);
const log = createLog({ level: "error", format: "json" });
const speech = scriptSpeech(openSpeech(config, log));
const store = await openStore({ url });
const bus = createBusMemory();
const { services } = createParley({
	config,
	store,
	objects: await openObjects(config),
	clock,
	steadyMs: systemSteadyMs,
	newId,
	masterKeys: [new Uint8Array(32).fill(7)],
	log,
	metrics: createMetrics(),
	limiter: createMemoryLimiter(systemSteadyMs),
	bus,
	externalIssuer: null,
	identityProvider: null,
	paymentProvider: null,
	relay: null,
	forwarder: null,
	mailTransport: null,
	speech: speech.adapters,
});

const meeting = await findMeeting(store.db, systemContext("cli:test").principal, orgId, meetingId, "see");
const session = await services.captions.session(meeting);
bus.subscribe(`live.${session.id}`, (text) => {
	const message = JSON.parse(text);
	if (message.t === "event") process.stdout.write(`${message.frame}\n`);
});

/** Speaks on one track: each utterance once the one before is durable. */
async function speak(label: string): Promise<void> {
	let acknowledged = Promise.withResolvers<void>();
	const publisher = await services.captions.publish(
		session,
		{ label },
		{
			language: null,
			translateTo: [],
			interim: false,
			signal: new AbortController().signal,
			onEvent: (event) => {
				if (event.type === "error") throw new Error(render(event.message, "en"));
				acknowledged.resolve();
			},
		},
	);
	const stream = speech.streams.at(-1);
	// What was heard before the process died is not sent again.
	const first = publisher.heardMs / 100;
	for (let n = first; n < Number(count); n++) {
		acknowledged = Promise.withResolvers();
		await publisher.write(new Uint8Array(3_200));
		stream?.say(n, `${label} says ${n}`, (n - first) * 100);
		await acknowledged.promise;
	}
	await publisher.stop();
}

const labels = Array.from({ length: Number(tracks) }, (_, n) => `Speaker ${n}`);
const speaking: Promise<void>[] = [];
for (const label of labels) {
	const streams = speech.streams.length;
	speaking.push(speak(label));
	while (speech.streams.length === streams) await Bun.sleep(1);
}
await Promise.all(speaking);
process.stdout.write("done\n");
setInterval(() => undefined, 1_000);
