import { type Completion, LanguageModelError } from "#modules/engines/language-model";
import { retryAfterMs } from "./retry-after.ts";

const misbehaved = (what: string, cause?: unknown) =>
	new LanguageModelError("model_misbehaved", `The language model ${what}.`, { cause });

/** Reads the answer to a chat completion. @throws LanguageModelError where there is none */
export function readCompletion(headers: Headers, bytes: Uint8Array): Completion {
	const type = headers.get("content-type") ?? "";
	if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
		throw misbehaved(`answered with ${type.split(";")[0]?.slice(0, 64) || "no content type"} instead of JSON`);
	const choices = member(parse(bytes), "choices");
	const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
	const message = member(choice, "message");
	const reason = member(choice, "finish_reason");
	const text = textOf(member(message, "content"));
	if (reason === "content_filter" || (text === "" && textOf(member(message, "refusal")) !== ""))
		throw new LanguageModelError("model_declined", "The language model declines to answer.");
	if (text === "") throw misbehaved("answered nothing");
	return { text, finishReason: typeof reason === "string" ? reason : "stop" };
}

/** Returns what a status other than 200 means. The body is not repeated: it may contain anything. */
export function refusalOf({ status, headers }: Response, bytes: Uint8Array): LanguageModelError {
	if (status >= 300 && status < 400) return misbehaved(`answered a redirect (${status}), which is not followed`);
	if (status === 429 || status >= 500)
		return new LanguageModelError("model_busy", `The language model is busy or down (${status}).`, {
			retryAfterMs: retryAfterMs(headers),
		});
	if (status === 413 || tooMuch(new TextDecoder().decode(bytes)))
		return new LanguageModelError("model_overflowed", "The text is longer than the language model can read.");
	if (status === 401 || status === 403)
		return new LanguageModelError("model_refused", `The language server does not accept the key (${status}).`);
	if (status === 404) {
		const detail = "The language server has no /chat/completions, or not this model (404).";
		return new LanguageModelError("model_refused", detail);
	}
	return new LanguageModelError("model_refused", `The language server refused the request (${status}).`);
}

/** Whether a server says that a request is longer than what its model reads: OpenAI, llama.cpp and vLLM, in their words. */
export const tooMuch = (said: string): boolean =>
	/context_length_exceeded|exceed_context_size|maximum context length|exceeds the (?:available )?context/i.test(said);

function parse(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch (cause) {
		throw misbehaved("answered something that is no JSON", cause);
	}
}

const member = (value: unknown, name: string): unknown =>
	typeof value === "object" && value !== null && Object.hasOwn(value, name)
		? (value as Readonly<Record<string, unknown>>)[name]
		: undefined;

/** Returns a text, also one that comes in parts. */
function textOf(content: unknown): string {
	if (typeof content === "string") return content.trim();
	if (!Array.isArray(content)) return "";
	const parts = content.map((part: unknown) => member(part, "text"));
	return parts
		.filter((part) => typeof part === "string")
		.join("")
		.trim();
}
