import { test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { freePort } from "./free-port.ts";

const PROGRAM = "/usr/bin/apertium-apy";
const MODES = "/usr/share/apertium/modes";

/** Whether the real Apertium and its pairs are on this machine. */
export const hasApertium =
	existsSync(PROGRAM) && ["eng-spa", "es-fr"].every((pair) => existsSync(`${MODES}/${pair}.mode`));

/** A test that needs Apertium; skipped where it is not installed, which CI does not accept. */
export const apertiumTest = test.skipIf(!hasApertium);

/**
 * apertium-apy listens on every network and cannot be told otherwise: here it is started with loopback alone. It is killed
 * with the process of the tests, and its pipelines end with it.
 */
const ON_LOOPBACK = `
import ctypes, sys
PR_SET_PDEATHSIG, SIGKILL = 1, 9
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL)
from tornado.httpserver import HTTPServer
bind = HTTPServer.bind
HTTPServer.bind = lambda self, port: bind(self, port, "127.0.0.1")
from apertium_apy.apy import main
sys.exit(main())
`;

/** A running apertium-apy. */
export interface Apertium {
	/** Base URL, as for `TRANSLATE_URL`. */
	readonly url: string;
	readonly pid: number;
	close(): Promise<void>;
}

/** Starts the real apertium-apy with every pair that is installed, on loopback. */
export async function startApertium(): Promise<Apertium> {
	const port = freePort();
	const url = `http://127.0.0.1:${port}`;
	// The interpreter of the package: another one has not its libraries.
	const python = /^#!(\S+)/.exec(readFileSync(PROGRAM, "utf8"))?.[1] ?? "/usr/bin/python3";
	const options = ["-p", String(port), "-j", "1", "-i", "1", "-M", "60", MODES];
	// It does not start without a locale of UTF-8, which bare machines do not set.
	const env = { ...process.env, LC_ALL: "C.UTF-8" };
	const child = Bun.spawn([python, "-c", ON_LOOPBACK, ...options], { env, stdout: "ignore", stderr: "ignore" });
	for (;;) {
		if (child.exitCode !== null) throw new Error(`apertium-apy ended with code ${child.exitCode}`);
		if ((await fetch(`${url}/listPairs`).catch(() => undefined))?.ok) break;
		await Bun.sleep(50);
	}
	return {
		url,
		pid: child.pid,
		async close() {
			child.kill();
			await child.exited;
		},
	};
}

let shared: Promise<Apertium> | undefined;

/** Returns the Apertium that the tests of a run share: it is started once, and ends with the process. */
export function sharedApertium(): Promise<Apertium> {
	shared ??= startApertium();
	return shared;
}
