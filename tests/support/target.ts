import { test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readVariable } from "#kernel/env";
import { startProgram } from "./server-process.ts";

/** The compiled program; `bun run build` makes it. */
export const BINARY: string = join(import.meta.dir, "../../dist/parley");

/** Whether the application under test runs in this process. False with `PARLEY_TEST_TARGET=binary`: then it is {@link BINARY}. */
export const isInside = readVariable("PARLEY_TEST_TARGET") !== "binary";

type InsideTest = Pick<typeof test, "each"> & ((name: string, run: () => void | Promise<unknown>) => void);

/**
 * A test that needs a hand inside the process: it moves the clock, reads the log, swaps a part. Not skipped but absent
 * where the binary is tested, which has no such hand.
 */
export const insideTest: InsideTest = isInside ? test : Object.assign(() => {}, { each: () => () => {} });

/** The application in a process of its own, on a database of the test's. */
export interface BinaryTarget {
	/** @param path with the prefix of `PUBLIC_URL` */
	send(path: string, init: RequestInit): Promise<Response>;
	/** @throws Error when it does not end as it should, with code 0 */
	close(): Promise<void>;
}

/** Starts {@link BINARY} with these variables, on a free port. */
export async function openBinary(variables: Readonly<Record<string, string>>): Promise<BinaryTarget> {
	const folder = mkdtempSync(join(tmpdir(), "parley-binary-"));
	const env = { DATA_DIR: folder, PUBLIC_URL: "http://localhost:3000", ...variables, PORT: "0" };
	const server = startProgram([BINARY, "serve"], { env, cwd: folder });
	const url = await server.url();
	return {
		send: (path, init) => fetch(url + path, { ...init, redirect: "manual" }),
		async close() {
			const exitCode = await server.stop();
			rmSync(folder, { recursive: true, force: true });
			if (exitCode !== 0) throw new Error(`the binary ended with code ${exitCode}:\n${await server.errors}`);
		},
	};
}
