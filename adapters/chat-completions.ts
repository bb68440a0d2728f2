import { FairLimiter, INSTALLATION } from "#kernel/fair-queue";
import type { Message } from "#kernel/texts";
import {
	type Completion,
	type CompletionRequest,
	type LanguageModel,
	LanguageModelError,
	type MissingModel,
} from "#modules/engines/language-model";
import { readCapped, TooLargeError } from "./bounded-fetch.ts";
import { readCompletion, refusalOf, tooMuch } from "./completion-response.ts";
import { staysInNetwork } from "./own-network.ts";

/** Options of {@link createChatCompletions}; undefined: not configured. */
export interface ChatCompletionsOptions {
	/** Base URL of a server with OpenAI's interface, up to `/v1`. */
	readonly url: string | undefined;
	readonly apiKey: string | undefined;
	readonly model: string | undefined;
	/** For tests: how long one answer may take, in ms. */
	readonly limitMs?: number;
}

/** How long an answer may take, in ms: models on ordinary processors write about ten tokens a second. */
const LIMIT_MS = 180_000;
/** How many requests the server gets at once. */
const CONCURRENCY = 2;

/** Members of a request that some servers do not know, and how they are asked instead. */
type Peculiarity = "response_format" | "temperature" | "max_tokens";

/**
 * Returns the language model behind a server with OpenAI's interface: OpenAI itself, llama.cpp, vLLM, Ollama, LM Studio and
 * others. What a server refuses of a request is asked for in another way, and remembered.
 */
export function createChatCompletions(
	options: ChatCompletionsOptions,
): LanguageModel | { readonly unavailable: MissingModel } {
	const { url, apiKey, model, limitMs = LIMIT_MS } = options;
	if (url === undefined) return missing("No language model is configured.", "LLM_URL");
	if (model === undefined) return missing("No model is configured for the language server.", "LLM_MODEL");
	const endpoint = `${url.replace(/\/+$/, "")}/chat/completions`;
	const limiter = new FairLimiter(CONCURRENCY, CONCURRENCY);
	const avoided = new Set<Peculiarity>();

	const post = (request: CompletionRequest, without: ReadonlySet<Peculiarity>, signal: AbortSignal) =>
		fetch(endpoint, {
			method: "POST",
			body: JSON.stringify(bodyOf(model, request, without)),
			headers: {
				"content-type": "application/json",
				accept: "application/json",
				"accept-encoding": "identity",
				...(apiKey && { authorization: `Bearer ${apiKey}` }),
			},
			signal,
			redirect: "manual",
			decompress: false,
		});

	async function ask(request: CompletionRequest, signal: AbortSignal): Promise<Completion> {
		const without = new Set(avoided);
		for (;;) {
			const response = await post(request, without, signal);
			const bytes = await readCapped(response, "the language server");
			if (response.status === 200) {
				for (const each of without) avoided.add(each);
				return readCompletion(response.headers, bytes);
			}
			const refused = response.status === 400 || response.status === 422;
			const next = refused ? peculiarityOf(bytes, request, without) : undefined;
			if (next === undefined) throw refusalOf(response, bytes);
			without.add(next);
		}
	}

	return {
		info: { engine: "openai", model, version: null, runsLocally: staysInNetwork(url) },
		complete: (request) =>
			limiter.run(request.party ?? INSTALLATION, request.signal, async () => {
				const deadline = AbortSignal.timeout(limitMs);
				try {
					return await ask(request, AbortSignal.any([request.signal, deadline]));
				} catch (error) {
					request.signal.throwIfAborted();
					throw failureOf(error, deadline.aborted ? limitMs : null);
				}
			}),
	};
}

const missing = (detail: Message, variable: string) => ({
	unavailable: { code: "provider_not_configured" as const, detail, variable },
});

function bodyOf(model: string, request: CompletionRequest, without: ReadonlySet<Peculiarity>): object {
	const { system, user, schema, maxTokens } = request;
	const isPlain = schema !== undefined && without.has("response_format");
	const shape = isPlain
		? `\n\nAnswer with one JSON value and nothing else. Its JSON Schema:\n${JSON.stringify(schema.schema)}`
		: "";
	return {
		model,
		messages: [
			{ role: "system", content: system + shape },
			{ role: "user", content: user },
		],
		stream: false,
		...(!without.has("temperature") && { temperature: 0 }),
		[without.has("max_tokens") ? "max_completion_tokens" : "max_tokens"]: maxTokens,
		...(schema && !isPlain && { response_format: { type: "json_schema", json_schema: { ...schema, strict: true } } }),
	};
}

/** Returns the member that a server refuses: the one it names, otherwise the format. Undefined where there is nothing left. */
function peculiarityOf(
	bytes: Uint8Array,
	{ schema }: CompletionRequest,
	without: ReadonlySet<Peculiarity>,
): Peculiarity | undefined {
	const said = new TextDecoder().decode(bytes);
	if (tooMuch(said)) return undefined;
	const named = (["max_tokens", "temperature"] as const).find((name) => said.includes(name) && !without.has(name));
	if (named) return named;
	return schema && !without.has("response_format") ? "response_format" : undefined;
}

function failureOf(error: unknown, exceededMs: number | null): LanguageModelError {
	if (exceededMs !== null) {
		const limit = `${Math.round(exceededMs / 1000)} s`;
		return new LanguageModelError("model_timeout", `The language model took longer than ${limit}.`, { cause: error });
	}
	if (error instanceof LanguageModelError) return error;
	if (error instanceof TooLargeError)
		return new LanguageModelError("model_misbehaved", "The language model's answer is too large.", { cause: error });
	return new LanguageModelError("model_unreachable", "The language model cannot be reached.", { cause: error });
}
