/**
 * `bun tests/support/erase-until-killed.ts URL NOW_MS DATA_DIR`: runs the jobs of the application on a database and its blobs, at a
 * time (Unix ms) that stands still, until it is killed.
 */

import { createBusMemory } from "#adapters/bus-memory";
import { openStore } from "#db/store";
import { systemSteadyMs } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { createMemoryLimiter } from "#kernel/rate-limit";
import { createParley } from "#src/app";
import { loadConfig } from "#src/config";
import { createLog } from "#src/log";
import { createMetrics } from "#src/metrics";
import { openObjects, openSpeech } from "#src/open";

const [url = "", nowMs = "0", dataDir = ""] = process.argv.slice(2);
const clock = { nowMs: () => Number(nowMs) };
const config = loadConfig((name) => (name === "DATA_DIR" ? dataDir : undefined), ["DATA_DIR"], false);
const log = createLog({ level: "error", format: "json" });
const parley = createParley({
	config,
	store: await openStore({ url }),
	objects: await openObjects(config),
	clock,
	steadyMs: systemSteadyMs,
	newId,
	masterKeys: [new Uint8Array(32).fill(7)],
	log,
	metrics: createMetrics(),
	limiter: createMemoryLimiter(systemSteadyMs),
	bus: createBusMemory(),
	externalIssuer: null,
	identityProvider: null,
	paymentProvider: null,
	relay: null,
	forwarder: null,
	mailTransport: null,
	speech: openSpeech(config, log),
});
await parley.services.prepare();
parley.services.start();
