import { FairLimiter, INSTALLATION } from "#kernel/fair-queue";
import {
	type EngineInfo,
	type HeardWindow,
	SpeechError,
	type SpeechToText,
	type TranscribeOptions,
} from "#modules/engines/speech";
import { readCapped, TooLargeError } from "../bounded-fetch.ts";
import { retryAfterMs } from "../retry-after.ts";
import { encodeAudioForm } from "./audio-form.ts";
import { timeLimitMs } from "./time-limit.ts";
import { parseAnswer, readTranscription } from "./transcription.ts";

/** Options of {@link createOpenAiServer}. */
export interface OpenAiServerOptions {
	/** Base URL, up to `/v1`. */
	readonly url: string;
	readonly apiKey: string | undefined;
	readonly model: string | undefined;
	/** How many requests it gets at once. */
	readonly concurrency: number;
	/** Whether audio sent there stays in the operator's own network. */
	readonly runsLocally: boolean;
	/** For tests: how long it may take for so many samples, in ms. */
	readonly limitOf?: (samples: number) => number;
}

/** What OpenAI calls the model that all servers know. */
const DEFAULT_MODEL = "whisper-1";

/** Returns the fields that ask for as much as a model gives. */
function formatOf(model: string): readonly (readonly [string, string])[] {
	if (/diarize/.test(model))
		return [
			["response_format", "diarized_json"],
			["chunking_strategy", "auto"],
		];
	if (/^gpt-4o.*transcribe/.test(model)) return [["response_format", "json"]];
	return [
		["response_format", "verbose_json"],
		["timestamp_granularities[]", "segment"],
		["timestamp_granularities[]", "word"],
	];
}

const TRANSLATION_FORMAT = [["response_format", "verbose_json"]] as const;

/** Creates the engine that asks a server with OpenAI's interface. */
export function createOpenAiServer(options: OpenAiServerOptions): SpeechToText {
	const { url, apiKey, model = DEFAULT_MODEL, concurrency, runsLocally, limitOf = timeLimitMs } = options;
	const endpoint = `${url.replace(/\/+$/, "")}/audio`;
	const limiter = new FairLimiter(concurrency, concurrency);
	const format = formatOf(model);
	const words = format.some(([, value]) => value === "word");
	const translates = !/^gpt-4o/.test(model);
	const info: EngineInfo = {
		engine: "openai",
		model,
		version: null,
		languages: "any",
		words,
		translates,
		runsLocally,
	};

	async function post(window: Float32Array, { language, prompt, task, signal }: TranscribeOptions): Promise<Response> {
		const isTranslation = task === "translate";
		const { body, contentType } = await encodeAudioForm(window, [
			["model", model],
			["temperature", "0"],
			...(isTranslation ? TRANSLATION_FORMAT : format),
			...(language && !isTranslation ? [["language", language.split("-")[0] ?? language] as const] : []),
			...(prompt ? [["prompt", prompt] as const] : []),
		]);
		const headers = {
			"content-type": contentType,
			accept: "application/json",
			"accept-encoding": "identity",
			...(apiKey && { authorization: `Bearer ${apiKey}` }),
		};
		return await fetch(`${endpoint}/${isTranslation ? "translations" : "transcriptions"}`, {
			method: "POST",
			body,
			headers,
			signal,
			redirect: "manual",
			decompress: false,
		});
	}

	return {
		info,
		transcribe: (window, { signal, party = INSTALLATION, ...options }) =>
			limiter.run(party, signal, async () => {
				const limitMs = limitOf(window.length);
				const deadline = AbortSignal.timeout(limitMs);
				const either = AbortSignal.any([signal, deadline]);
				try {
					const response = await post(window, { ...options, signal: either });
					return await read(response, window.length / 16, options.language);
				} catch (error) {
					signal.throwIfAborted();
					throw failureOf(error, deadline.aborted ? limitMs : null);
				}
			}),
	};
}

async function read(response: Response, durationMs: number, asked: string | null): Promise<HeardWindow> {
	const { status, headers } = response;
	if (status !== 200) {
		await response.body?.cancel();
		throw refusal(status, headers);
	}
	const type = headers.get("content-type") ?? "";
	if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
		await response.body?.cancel();
		const said = type.split(";")[0]?.slice(0, 64) || "no content type";
		throw new SpeechError("engine_misbehaved", `The speech server responded with ${said} instead of JSON.`);
	}
	const bytes = await readCapped(response, "the speech server");
	return readTranscription(parseAnswer(bytes, "The speech server"), durationMs, asked);
}

/** Returns what a status other than 200 means. The body is not repeated: it may contain anything. */
function refusal(status: number, headers: Headers): SpeechError {
	if (status >= 300 && status < 400)
		return new SpeechError(
			"engine_misbehaved",
			`The speech server responded with a redirect (${status}), which is not followed.`,
		);
	if (status === 401 || status === 403)
		return new SpeechError("engine_refused", `The speech server rejected the key (${status}).`);
	if (status === 404)
		return new SpeechError(
			"engine_refused",
			"The speech server has no /audio/transcriptions, or does not have this model (404).",
		);
	if (status === 429 || status >= 500)
		return new SpeechError("engine_busy", `The speech server is busy or down (${status}).`, {
			retryAfterMs: retryAfterMs(headers),
		});
	return new SpeechError("engine_refused", `The speech server rejected the request (${status}).`);
}

function failureOf(error: unknown, exceededMs: number | null): SpeechError {
	if (exceededMs !== null)
		return new SpeechError("engine_timeout", `The speech server took longer than ${Math.round(exceededMs / 1000)} s.`, {
			cause: error,
		});
	if (error instanceof SpeechError) return error;
	if (error instanceof TooLargeError)
		return new SpeechError("engine_misbehaved", "The speech server's response is too large.", { cause: error });
	return new SpeechError("engine_unreachable", "The speech server cannot be reached.", { cause: error });
}
