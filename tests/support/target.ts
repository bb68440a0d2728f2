import { describe, test } from "bun:test";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readVariable } from "#kernel/env";
import { startProgram } from "./server-process.ts";

/** The compiled program; `bun run build` makes it. */
export const BINARY: string = join(import.meta.dir, "../../dist/parley");

/** Whether the application under test runs in this process. False with `PARLEY_TEST_TARGET=binary`: then it is {@link BINARY}. */
export const isInside = readVariable("PARLEY_TEST_TARGET") !== "binary";

/** What is left of `test` and `describe` where nothing is registered. */
const nothing = Object.assign(() => undefined, { each: () => () => undefined });

/**
 * A test that needs a hand inside the process: it moves the clock, reads the log, swaps a part. Not skipped but absent
 * where the binary is tested, which has no such hand.
 */
export const insideTest: Pick<typeof test, "each"> & ((name: string, run: () => undefined | Promise<unknown>) => void) =
	isInside ? test : (nothing as unknown as typeof test);

/** A group of which every test is an {@link insideTest}. */
export const insideDescribe: (name: string, define: () => void) => void = isInside ? describe : nothing;

/** A request as it goes over the wire. */
export interface TargetRequest {
	readonly method: string;
	/** With the prefix of `PUBLIC_URL`. */
	readonly path: string;
	readonly headers: Headers;
	readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream;
}

/** The application in a process of its own, on a database of the test's. */
export interface BinaryTarget {
	send(request: TargetRequest): Promise<Response>;
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
		send: (request) => sendVerbatim(url, request),
		async close() {
			const exitCode = await server.stop();
			rmSync(folder, { recursive: true, force: true });
			if (exitCode !== 0) throw new Error(`the binary ended with code ${exitCode}:\n${await server.errors}`);
		},
	};
}

/** Not `fetch`, which tidies up what a test got wrong on purpose: `//orgs`, a false length. */
function sendVerbatim(url: string, { method, path, headers, body }: TargetRequest): Promise<Response> {
	const { hostname, port } = new URL(url);
	const { promise, resolve, reject } = Promise.withResolvers<Response>();
	const answered = new AbortController();
	const request = httpRequest({
		hostname,
		port,
		method,
		path,
		setHost: false,
		headers: Object.fromEntries(headers),
	});
	request.once("error", reject);
	request.once("response", (incoming) => {
		answered.abort();
		const chunks: Uint8Array[] = [];
		incoming.on("data", (chunk: Uint8Array) => chunks.push(chunk));
		incoming.once("error", reject);
		incoming.once("end", () => resolve(toResponse(incoming, chunks)));
	});
	write(request, body, answered.signal).catch(reject);
	return promise;
}

function toResponse({ rawHeaders, statusCode = 0 }: IncomingMessage, chunks: readonly Uint8Array[]): Response {
	const headers = new Headers();
	for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
	const hasBody = statusCode !== 204 && statusCode !== 304;
	return new Response(hasBody ? Buffer.concat(chunks) : null, { status: statusCode, headers });
}

/** Sends a body; of a stream, no more than the server takes before it answers. */
async function write(request: ClientRequest, body: TargetRequest["body"], answered: AbortSignal): Promise<void> {
	if (!(body instanceof ReadableStream)) return void request.end(body);
	for await (const chunk of body) {
		if (!request.write(chunk)) await once(request, "drain", { signal: answered }).catch(() => undefined);
		if (answered.aborted) return void request.destroy();
	}
	request.end();
}
