import { readFile, writeFile } from "node:fs/promises";
import { createDiskObjects } from "#adapters/blobs-disk";
import { createBusMemory } from "#adapters/bus-memory";
import { dialect } from "#db/dialect";
import type { Store } from "#db/store";
import { publishedText } from "#http/openapi/published";
import { systemClock, systemSteadyMs } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { createMemoryLimiter } from "#kernel/rate-limit";
import { createParley, type Parley } from "../app.ts";
import type { Config } from "../config.ts";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { openSpeech } from "../open.ts";
import { EXIT, type ExitCode } from "./failure.ts";
import { print, printError } from "./terminal.ts";

/** Runs `parley openapi`: writes the document to standard output or a file, or compares it with a file. */
export async function writeOpenApi(
	config: Config,
	{ out, check }: { readonly out?: string; readonly check?: string },
): Promise<ExitCode> {
	const text = await openApiText(config);
	if (check !== undefined) {
		const isFresh = (await readFile(check, "utf8").catch(() => "")) === text;
		if (!isFresh) await printError(`${check} is out of date: run parley openapi --out ${check}\n`);
		return isFresh ? EXIT.ok : EXIT.failure;
	}
	if (out === undefined) await print(text);
	else await writeFile(out, text);
	return EXIT.ok;
}

/** Returns the OpenAPI document of the API under `PUBLIC_URL` in the form it is written to files. */
export async function openApiText(config: Config): Promise<string> {
	return publishedText(await describeParley(config).document());
}

/** Creates the application without a database, to describe itself: operations, facts. */
export function describeParley(config: Config): Parley {
	const log = createLog({ ...config.log, write: () => {} });
	return createParley({
		config,
		store: NO_STORE,
		objects: createDiskObjects(config.dataDir),
		clock: systemClock,
		steadyMs: systemSteadyMs,
		newId,
		masterKeys: [new Uint8Array(32)],
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
}

const failAccess = (): never => {
	throw new Error("the document is made without a database");
};

/** A store for routes that only describe themselves: nothing is read. */
const NO_STORE: Store = {
	dialect,
	get db() {
		return failAccess();
	},
	writing: failAccess,
	get acrossTenants() {
		return failAccess();
	},
	changedElsewhere: () => false,
	lock: async () => failAccess(),
	reclaim: async () => failAccess(),
	unreclaimedMs: failAccess,
	health: async () => failAccess(),
	close: async () => undefined,
};
