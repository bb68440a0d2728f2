import type { SpeechAdapters, SpeechProvider } from "#modules/speech";
import {
	type TranslationAdapters,
	TranslationError,
	type TranslationProvider,
	type Translator,
} from "#modules/translators";
import type { AiProvider, AiProviders } from "./schemas.ts";
import { AI_PROVIDERS } from "./values.ts";

/** Dependencies of {@link createProviderList}. */
export interface ProviderListDeps {
	/** The engines of this installation. */
	readonly speech: Pick<SpeechAdapters, "find">;
	/** `STT_PROVIDER`. */
	readonly sttProvider: string;
	/** The engines that translate. */
	readonly translation: TranslationAdapters;
}

const absent = (provider: string, hint: string): AiProvider => ({
	provider,
	available: false,
	external: null,
	model: null,
	version: null,
	languages: null,
	hint,
});

/** Creates the function that returns the providers of this installation; it looks again at each call. */
export function createProviderList({ speech, sttProvider, translation }: ProviderListDeps): () => Promise<AiProviders> {
	function describeEngine(provider: SpeechProvider): AiProvider {
		if (sttProvider !== "auto" && sttProvider !== provider)
			return absent(provider, `The installation uses another one (STT_PROVIDER=${sttProvider}).`);
		const found = speech.find(provider);
		if ("unavailable" in found) {
			const { detail, command } = found.unavailable;
			return absent(provider, command === null ? detail : `${detail} Run: ${command}`);
		}
		const { model, version, languages, runsLocally } = found.info;
		return {
			provider,
			available: true,
			external: !runsLocally,
			model,
			version,
			languages: languages === "any" ? null : [...languages],
			hint: null,
		};
	}

	async function describeTranslator(provider: TranslationProvider): Promise<AiProvider> {
		if (translation.provider === "none") return absent(provider, `Set TRANSLATE_PROVIDER to ${provider}.`);
		if (translation.provider !== provider)
			return absent(provider, `The installation uses another one (TRANSLATE_PROVIDER=${translation.provider}).`);
		const found = translation.find(provider);
		if ("unavailable" in found) return absent(provider, found.unavailable.detail);
		return describeReachable(found);
	}

	return async () => ({
		transcription: AI_PROVIDERS.transcription.map(describeEngine),
		translation: await Promise.all(AI_PROVIDERS.translation.map(describeTranslator)),
		summary: AI_PROVIDERS.summary.map((name) => absent(name, "This version makes no summaries.")),
	});
}

/** Returns what an engine knows, if it answers now. */
async function describeReachable({ info, pairs }: Translator): Promise<AiProvider> {
	const { engine, runsLocally } = info;
	try {
		const known = await pairs(new AbortController().signal);
		const languages = known === "any" ? null : [...new Set(known.map(({ to }) => to))].sort();
		return {
			provider: engine,
			available: true,
			external: !runsLocally,
			model: null,
			version: null,
			languages,
			hint: null,
		};
	} catch (error) {
		if (error instanceof TranslationError) return absent(engine, error.message);
		throw error;
	}
}
