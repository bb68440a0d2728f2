import { request } from "node:http";
import { SpeechError } from "#modules/engines/speech";
import type { EncodedForm } from "./audio-form.ts";

/** Response of a server on this machine. */
export interface LocalResponse {
	readonly status: number;
	readonly bytes: Uint8Array;
}

/** More than any answer about 30 s of speech. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Sends a request to a server on this machine, never by way of the proxy that `HTTP_PROXY` names, as `fetch` would.
 * @param form posted; without it, the request is a GET
 * @throws SpeechError `engine_died` `engine_misbehaved`, or the reason of `signal`
 */
export function requestLocally(
	port: number,
	path: string,
	signal: AbortSignal,
	form?: EncodedForm,
): Promise<LocalResponse> {
	const { promise, resolve, reject } = Promise.withResolvers<LocalResponse>();
	const failed = (cause: Error) =>
		reject(signal.aborted ? signal.reason : new SpeechError("engine_died", "The engine does not respond.", { cause }));
	const headers = form && { "content-type": form.contentType, "content-length": form.body.length };
	const sent = request(
		{ host: "127.0.0.1", port, path, method: form ? "POST" : "GET", signal, agent: false, headers: headers ?? {} },
		(response) => {
			const chunks: Uint8Array[] = [];
			let size = 0;
			response.on("data", (chunk: Uint8Array) => {
				size += chunk.length;
				if (size > MAX_BYTES) {
					reject(new SpeechError("engine_misbehaved", "The engine's response is too large."));
					sent.destroy();
				} else chunks.push(chunk);
			});
			response.on("end", () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) }));
			response.on("error", failed);
		},
	);
	sent.on("error", failed);
	sent.end(form?.body);
	return promise;
}
