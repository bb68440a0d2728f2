import { describe, test } from "bun:test";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readVariable } from "#kernel/env";
import { BINARY } from "./command.ts";
import { startProgram } from "./server-process.ts";

/** Whether the application under test runs in this process. False with `PARLEY_TEST_TARGET=binary`: then it is {@link BINARY}. */
export const isInProcess = readVariable("PARLEY_TEST_TARGET") !== "binary";

/** Replacement of `test` and `describe` that registers nothing. */
const noop = Object.assign(() => undefined, { each: () => () => undefined });

/**
 * Registers a test that needs the application in this process, to move the clock, read the log or replace a dependency. Not
 * skipped but absent when the binary is tested, where that is impossible.
 */
export const inProcessTest: Pick<typeof test, "each"> &
	((name: string, run: () => undefined | Promise<unknown>) => void) = isInProcess
	? test
	: (noop as unknown as typeof test);

/** Registers a group in which every test is an {@link inProcessTest}. */
export const inProcessDescribe: (name: string, define: () => void) => void = isInProcess ? describe : noop;

/** A request as sent over the network. */
export interface TargetRequest {
	readonly method: string;
	/** Path including the prefix of `PUBLIC_URL`. */
	readonly path: string;
	readonly headers: Headers;
	readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream;
}

/** The application in a separate process, on the test's database. */
export interface BinaryTarget {
	readonly url: string;
	send(request: TargetRequest): Promise<Response>;
	/** Stops the process. @throws Error unless it exits with code 0 */
	close(): Promise<void>;
}

/** Starts {@link BINARY} with these variables, on a free port. */
export async function openBinary(variables: Readonly<Record<string, string>>): Promise<BinaryTarget> {
	const folder = mkdtempSync(join(tmpdir(), "parley-binary-"));
	const env = { DATA_DIR: folder, PUBLIC_URL: "http://localhost:3000", ...variables, PORT: "0" };
	const server = startProgram([BINARY, "serve"], { env, cwd: folder });
	const url = await server.url();
	return {
		url,
		send: (request) => sendVerbatim(url, request),
		async close() {
			const exitCode = await server.stop();
			rmSync(folder, { recursive: true, force: true });
			if (exitCode !== 0) throw new Error(`the binary ended with code ${exitCode}:\n${await server.errors}`);
		},
	};
}

/** Sends a request unchanged. Unlike this, `fetch` corrects deliberate errors: `//orgs`, a wrong length. */
function sendVerbatim(url: string, { method, path, headers, body }: TargetRequest): Promise<Response> {
	const { hostname, port } = new URL(url);
	const { promise, resolve, reject } = Promise.withResolvers<Response>();
	const responded = new AbortController();
	// Whoever announces more than they send cannot use their connection again: what follows is taken for the rest.
	const agent = headers.has("content-length") ? new Agent({ keepAlive: true }) : undefined;
	const request = httpRequest({
		hostname,
		port,
		method,
		path,
		agent,
		setHost: false,
		headers: Object.fromEntries(headers),
	});
	request.once("close", () => agent?.destroy());
	request.once("error", reject);
	request.once("response", (incoming) => {
		responded.abort();
		const chunks: Uint8Array[] = [];
		incoming.on("data", (chunk: Uint8Array) => chunks.push(chunk));
		incoming.once("error", reject);
		incoming.once("end", () => resolve(toResponse(incoming, chunks)));
	});
	write(request, body, responded.signal).catch(reject);
	return promise;
}

function toResponse({ rawHeaders, statusCode = 0 }: IncomingMessage, chunks: readonly Uint8Array[]): Response {
	const headers = new Headers();
	for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
	const hasBody = statusCode !== 204 && statusCode !== 304;
	return new Response(hasBody ? Buffer.concat(chunks) : null, { status: statusCode, headers });
}

/** Sends a body; of a stream, no more than the server reads before it responds. */
async function write(request: ClientRequest, body: TargetRequest["body"], responded: AbortSignal): Promise<void> {
	if (!(body instanceof ReadableStream)) return void request.end(body);
	for await (const chunk of body) {
		if (!request.write(chunk)) await once(request, "drain", { signal: responded }).catch(() => undefined);
		if (responded.aborted) return void request.destroy();
	}
	request.end();
}
