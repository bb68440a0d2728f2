import { translations } from "#kernel/texts";
import type { TestResponse } from "./harness.ts";

/** Words that English texts have and the others do not. */
const ENGLISH = /\b(?:the|must|is|are|of|and|not|there|this|only|cannot|has|with|without|which|your|send)\b/i;

/** What the English texts consist of between their values, where it is long enough to be recognized. */
const fragments = [...translations()].flatMap(([key, { es, de }]) =>
	key
		.split(/\{\w+\}/)
		.map((part) => part.trim())
		.filter((part) => /\w{2,} \w{2,}/.test(part) && !es.includes(part) && !de.includes(part)),
);

/** Returns what of a text is in English; undefined when nothing is. */
export const englishIn = (shown: string): string | undefined =>
	fragments.find((fragment) => shown.includes(fragment)) ?? ENGLISH.exec(shown)?.[0];

/** Returns the texts of a failure for people: label, detail, and those of its faults. */
export function textsOf({ body }: TestResponse): string[] {
	const { error = body, message, title } = body ?? {};
	const faults: readonly { message: string }[] = error?.errors ?? [];
	return [message ?? title, error?.detail, ...faults.map((fault) => fault.message)].filter(
		(text) => text !== undefined,
	);
}

/**
 * Asserts that a failure names the language of its texts, and what it was chosen by, and that they are in it; for every request of
 * every test.
 * @throws Error that shows the English text
 */
export function assertTranslated(what: string, response: TestResponse): void {
	if (response.status < 400 || typeof (response.body?.error?.code ?? response.body?.code) !== "string") return;
	const language = response.headers.get("content-language");
	if (language === null || !/\bAccept-Language\b/.test(response.headers.get("vary") ?? ""))
		throw new Error(`${what} does not say which language it is in, and why`);
	if (language === "en") return;
	for (const shown of textsOf(response)) {
		const english = englishIn(shown);
		if (english !== undefined) throw new Error(`${what} says "${english}" in ${language}: ${shown}`);
	}
}
