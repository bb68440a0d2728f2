import type { Message } from "#kernel/texts";
/** A kind of engine. */
export const TRANSLATION_PROVIDERS = ["apertium", "libretranslate", "openai"] as const;
export type TranslationProvider = (typeof TRANSLATION_PROVIDERS)[number];

/** How good an engine is: `gist`: one can tell what it is about; `basic`: usable; `good`: fluent for most languages. */
export type TranslationQuality = "gist" | "basic" | "good";

/** What an engine is. */
export interface TranslatorInfo {
	readonly engine: TranslationProvider;
	readonly quality: TranslationQuality;
	/** Whether texts stay in the operator's own network. */
	readonly runsLocally: boolean;
	/** Whether it finds out by itself in which language a text is. */
	readonly detects: boolean;
}

/** Two languages, BCP 47, of which an engine translates one to the other. */
export interface LanguagePair {
	readonly from: string;
	readonly to: string;
	/** The language it translates to in between; null where it needs none. */
	readonly via: string | null;
}

/** Options of {@link Translator.translate}. */
export interface TranslateOptions {
	/** BCP 47; null: the engine finds out, if it `detects`. */
	readonly from: string | null;
	/** BCP 47. */
	readonly to: string;
	/** Whose slot it takes (`kernel/fair-queue`): an organization; default: the installation. */
	readonly party?: string;
	/** Ends the work. */
	readonly signal: AbortSignal;
}

/** Translated texts. */
export interface TranslatedTexts {
	/** As many as were sent, in the same order. */
	readonly texts: readonly string[];
	/** What translated them, such as `eng-spa`. */
	readonly model: string;
	/** Null when the engine does not tell. */
	readonly version: string | null;
}

/** An engine that translates texts. */
export interface Translator {
	readonly info: TranslatorInfo;
	/** The largest request: texts, and UTF-16 units of all together; no text is longer than that. */
	readonly limits: { readonly texts: number; readonly chars: number };
	/**
	 * Returns what it translates to what; "any" when it knows many, or does not tell. Asked again after a minute.
	 * @throws TranslationError, or the reason of `signal`
	 */
	pairs(signal: AbortSignal): Promise<readonly LanguagePair[] | "any">;
	/**
	 * Translates texts within its `limits`, each without control characters and blank lines. Requests beyond what the
	 * engine takes at once wait for a slot.
	 * @throws TranslationError, with `engine_miscounted` when the answer has not as many texts; or the reason of `signal`
	 */
	translate(texts: readonly string[], options: TranslateOptions): Promise<TranslatedTexts>;
}

/** Why no engine serves, and what to do about it. */
export interface MissingTranslator {
	readonly code: "provider_not_configured";
	/** One sentence for people. */
	readonly detail: Message;
	/** The variable to set; null where the organization's policy is to be changed. */
	readonly variable: string | null;
}

/** What an organization allows for its texts. */
export interface TranslationPolicy {
	/** Engines in the order of preference; empty: that of the installation. */
	readonly providers: readonly string[];
	/** Whether texts may leave the operator's network. */
	readonly allowExternal: boolean;
	/** Languages that may be translated to, BCP 47; empty or undefined: all. */
	readonly languages?: readonly string[] | undefined;
}

/** The engines as adapters offer them. */
export interface TranslationAdapters {
	/** `TRANSLATE_PROVIDER`. */
	readonly provider: TranslationProvider | "none";
	/** Returns the engine of this kind, or what is missing for it. */
	find(provider: TranslationProvider): Translator | { readonly unavailable: MissingTranslator };
}

/** The engines of this installation. */
export interface Translators {
	/**
	 * Returns the engine that may translate for an organization, or why there is none.
	 * @param to BCP 47; null while unknown
	 */
	choose(orgId: string, to: string | null): Promise<Translator | { readonly unavailable: MissingTranslator }>;
}
