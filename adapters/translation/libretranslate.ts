import { FairLimiter, INSTALLATION } from "#kernel/fair-queue";
import { findPair, type LanguagePair, likeness, TranslationError, type Translator } from "#modules/engines/translators";
import { staysInNetwork } from "../own-network.ts";
import { ask, member, misbehaved } from "./ask.ts";
import { LIST_LIMIT_MS, remembered } from "./remembered.ts";

/** Options of {@link createLibreTranslate}. */
export interface LibreTranslateOptions {
	/** Base URL of the server. */
	readonly url: string;
	readonly apiKey: string | undefined;
	/** For tests: how long a request may take, in ms. */
	readonly limitMs?: number;
}

const CONCURRENCY = 2;
/** What public servers admit. */
const LIMITS = { texts: 25, chars: 2_000 };
/** Its models take their time on ordinary processors. */
const LIMIT_MS = 60_000;

/** Creates the engine that asks a LibreTranslate server. */
export function createLibreTranslate({ url, apiKey, limitMs = LIMIT_MS }: LibreTranslateOptions): Translator {
	const base = url.replace(/\/+$/, "");
	const limiter = new FairLimiter(CONCURRENCY, CONCURRENCY);
	const pairs = remembered(async (signal) => {
		const { status, value } = await ask({ url: `${base}/languages`, limitMs: LIST_LIMIT_MS, signal });
		if (status !== 200 || !Array.isArray(value)) throw misbehaved("does not list the languages it supports");
		return value.flatMap(toPairs);
	});

	/** Returns the server's codes for a request; without a source language, it finds out. @throws TranslationError */
	async function codesOf(from: string | null, to: string, signal: AbortSignal) {
		const known = await pairs(signal);
		const pair = from === null ? anyPair(known, to) : findPair(known, from, to);
		if (pair === undefined)
			throw new TranslationError(
				"language_unsupported",
				`This LibreTranslate server does not translate from ${from ?? "und"} to ${to}.`,
			);
		return { source: from === null ? "auto" : pair.from, target: pair.to };
	}

	return {
		info: { engine: "libretranslate", quality: "basic", runsLocally: staysInNetwork(url), detects: true },
		limits: LIMITS,
		pairs,
		async translate(texts, { from, to, signal, party = INSTALLATION }) {
			const { source, target } = await codesOf(from, to, signal);
			const body = JSON.stringify({ q: texts, source, target, format: "text", ...(apiKey && { api_key: apiKey }) });
			const { status, value } = await limiter.run(party, signal, () =>
				ask({ url: `${base}/translate`, body, contentType: "application/json", limitMs, signal }),
			);
			// It may admit fewer texts at once.
			if (status === 413 || (status === 400 && texts.length > 1))
				throw new TranslationError("engine_miscounted", `LibreTranslate rejected that many texts (${status}).`);
			if (status !== 200)
				throw new TranslationError("engine_refused", `LibreTranslate rejected the request (${status}).`);
			const translated = member(value, "translatedText");
			if (!Array.isArray(translated) || !translated.every((text) => typeof text === "string"))
				throw misbehaved("returned something other than a translation");
			if (translated.length !== texts.length)
				throw new TranslationError("engine_miscounted", "LibreTranslate returned a different number of texts.");
			return { texts: translated, model: `${source}-${target}`, version: null };
		},
	};
}

function toPairs(value: unknown): readonly LanguagePair[] {
	const from = member(value, "code");
	const targets = member(value, "targets");
	if (typeof from !== "string" || !Array.isArray(targets)) return [];
	return targets.flatMap((to: unknown) => (typeof to === "string" && to !== from ? [{ from, to, via: null }] : []));
}

function anyPair(pairs: readonly LanguagePair[], to: string): LanguagePair | undefined {
	const [best] = pairs
		.filter((pair) => likeness(to, pair.to) > 0)
		.sort((a, b) => likeness(to, b.to) - likeness(to, a.to));
	return best;
}
