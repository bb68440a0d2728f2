import { normalizeCueText } from "#kernel/subtitles/cue";
import { TranslationError } from "./errors.ts";
import { cutText, joinText } from "./pieces.ts";
import type { TranslatedTexts, TranslateOptions, Translator } from "./ports.ts";

/** The longest translation of a text, in UTF-16 units; what is beyond is cut off. */
const MAX_CHARS = 20_000;

/**
 * Translates texts of any number and length, with as few requests as the engine allows. A request whose answer does not
 * have as many texts is repeated in halves; a text that the engine cannot translate even on its own stays as it is.
 * @throws TranslationError, or the reason of `signal`
 */
export async function translateAll(
	translator: Translator,
	texts: readonly string[],
	options: TranslateOptions,
): Promise<TranslatedTexts> {
	const { chars } = translator.limits;
	const cut = texts.map((text) => cutText(text, chars));
	const pieces = cut.flatMap((each) => each.pieces);
	const work = new Work(translator, options);
	const translated = await work.all(pieces);
	let at = 0;
	const joined = cut.map((each) => {
		const own = translated.slice(at, at + each.pieces.length);
		at += each.pieces.length;
		// Whatever an engine answers, it cannot end a cue.
		return normalizeCueText(joinText(each, own).slice(0, MAX_CHARS));
	});
	return { texts: joined, model: work.model, version: work.version };
}

class Work {
	model = "";
	version: string | null = null;
	readonly #translator: Translator;
	readonly #options: TranslateOptions;

	constructor(translator: Translator, options: TranslateOptions) {
		this.#translator = translator;
		this.#options = options;
	}

	/** Translates pieces in requests of the largest size. */
	async all(pieces: readonly string[]): Promise<string[]> {
		const requests = await Promise.all(requestsOf(pieces, this.#translator.limits).map((batch) => this.#batch(batch)));
		const answers = requests.flat();
		if (pieces.length > 0 && answers.every((answer) => answer === null))
			throw new TranslationError(
				"engine_misbehaved",
				"The translation server does not return as many texts as it is sent.",
			);
		return answers.map((answer, index) => answer ?? pieces[index] ?? "");
	}

	/** Translates pieces in one request, or in halves; null for one that cannot be. */
	async #batch(pieces: readonly string[]): Promise<(string | null)[]> {
		try {
			const { texts, model, version } = await this.#translator.translate(pieces, this.#options);
			if (texts.length === pieces.length && texts.every((text) => text.trim() !== "")) {
				this.model = model;
				this.version = version;
				return [...texts];
			}
		} catch (error) {
			if (!(error instanceof TranslationError && error.failure === "engine_miscounted")) throw error;
		}
		if (pieces.length === 1) return [null];
		const middle = Math.ceil(pieces.length / 2);
		const first = await this.#batch(pieces.slice(0, middle));
		return [...first, ...(await this.#batch(pieces.slice(middle)))];
	}
}

/** Divides pieces into requests within the limits, in their order. */
function requestsOf(pieces: readonly string[], limits: Translator["limits"]): string[][] {
	const requests: string[][] = [];
	let chars = Number.POSITIVE_INFINITY;
	for (const piece of pieces) {
		const last = requests.at(-1);
		if (last === undefined || last.length >= limits.texts || chars + piece.length > limits.chars) {
			requests.push([piece]);
			chars = piece.length;
		} else {
			last.push(piece);
			chars += piece.length;
		}
	}
	return requests;
}
