import { FairLimiter, INSTALLATION } from "#kernel/fair-queue";
import { findPair, type LanguagePair, TranslationError, type Translator } from "#modules/engines/translators";
import { staysInNetwork } from "../own-network.ts";
import { ask, member, misbehaved } from "./ask.ts";
import { LIST_LIMIT_MS, remembered } from "./remembered.ts";

/** Options of {@link createApertium}. */
export interface ApertiumOptions {
	/** Base URL of an apertium-apy. */
	readonly url: string;
	/** For tests: how long a request may take, in ms. */
	readonly limitMs?: number;
}

/** One process of a pair works on one text at a time; a second request is read meanwhile. */
const CONCURRENCY = 2;
/** A sentence takes about 20 ms; the server gives up after 10 s. */
const LIMITS = { texts: 100, chars: 4_000 };
const LIMIT_MS = 20_000;

/** A pair, and the server's own names of its languages in the order of translation. */
interface ApertiumPair extends LanguagePair {
	readonly codes: readonly string[];
}

/**
 * Creates the engine that asks an apertium-apy: rule based, so one can tell what a text is about. What it has no pair for,
 * it translates by way of a third language.
 */
export function createApertium({ url, limitMs = LIMIT_MS }: ApertiumOptions): Translator {
	const base = url.replace(/\/+$/, "");
	const limiter = new FairLimiter(CONCURRENCY, CONCURRENCY);
	const pairs = remembered(async (signal) => {
		const { status, value } = await ask({ url: `${base}/listPairs`, limitMs: LIST_LIMIT_MS, signal });
		const listed = member(value, "responseData");
		if (status !== 200 || !Array.isArray(listed)) throw misbehaved("does not list the languages it supports");
		return withPivots(listed.flatMap(toPair));
	});

	async function post(path: string, fields: Record<string, string>, signal: AbortSignal): Promise<string> {
		const body = new URLSearchParams({ ...fields, markUnknown: "no", format: "txt" });
		const { status, value } = await ask({ url: base + path, body, limitMs, signal });
		const text = member(member(value, "responseData"), "translatedText");
		if (status !== 200)
			throw new TranslationError("engine_refused", `The translation server rejected the request (${status}).`);
		if (typeof text !== "string") throw misbehaved("returned something other than a translation");
		return text;
	}

	return {
		info: { engine: "apertium", quality: "gist", runsLocally: staysInNetwork(url), detects: false },
		limits: LIMITS,
		pairs,
		async translate(texts, { from, to, signal, party = INSTALLATION }) {
			const pair = from === null ? undefined : findPair(await pairs(signal), from, to);
			if (pair === undefined)
				throw new TranslationError(
					"language_unsupported",
					`This Apertium server does not translate from ${from ?? "und"} to ${to}.`,
				);
			const { codes } = pair as ApertiumPair; // One of those above.
			// A blank line ends a sentence, so none goes from one text into the next.
			const q = texts.join("\n\n");
			const answer = await limiter.run(party, signal, () =>
				codes.length === 2
					? post("/translate", { langpair: codes.join("|"), q }, signal)
					: post("/translateChain", { langpairs: codes.join("|"), q }, signal),
			);
			// A word that is left out leaves the spaces around it.
			const translated = answer.split(/\n\s*\n/).map((text) => text.replace(/ {2,}/g, " ").trim());
			if (translated.length !== texts.length)
				throw new TranslationError("engine_miscounted", "Apertium returned a different number of texts.");
			return { texts: translated, model: codes.join("-"), version: null };
		},
	};
}

function toPair(value: unknown): readonly ApertiumPair[] {
	const source = member(value, "sourceLanguage");
	const target = member(value, "targetLanguage");
	const from = toTag(source);
	const to = toTag(target);
	if (from === null || to === null) return [];
	return [{ from, to, via: null, codes: [source as string, target as string] }];
}

/** Returns the BCP 47 tag of a code such as `eng`, `en` or `por_BR`; null for one that has none. */
function toTag(code: unknown): string | null {
	if (typeof code !== "string") return null;
	try {
		return Intl.getCanonicalLocales(code.replaceAll("_", "-"))[0] ?? null;
	} catch {
		return null;
	}
}

/** Adds the pairs that two others make, unless there is one that leads there at once. */
function withPivots(direct: readonly ApertiumPair[]): readonly ApertiumPair[] {
	const known = new Set(direct.map(({ from, to }) => `${from} ${to}`));
	const chained: ApertiumPair[] = [];
	for (const first of direct)
		for (const second of direct) {
			if (second.from !== first.to || second.to === first.from || known.has(`${first.from} ${second.to}`)) continue;
			known.add(`${first.from} ${second.to}`);
			const codes = [...first.codes, ...second.codes.slice(1)];
			chained.push({ from: first.from, to: second.to, via: first.to, codes });
		}
	return [...direct, ...chained];
}
