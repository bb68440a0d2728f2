import { asValue, render, text } from "#kernel/texts";
import type { ConfiguredLiveProvider, ConfiguredProvider, SpeechAdapters } from "#modules/engines/speech";
import type { ListedEngine, SummaryEngines } from "#modules/engines/summarizers";
import {
	type TranslationAdapters,
	TranslationError,
	type TranslationProvider,
	type Translator,
} from "#modules/engines/translators";
import type { AiProvider, AiProviders } from "./schemas.ts";
import { AI_PROVIDERS } from "./values.ts";

export interface ProviderListDeps {
	/** The engines of this installation. */
	readonly speech: Pick<SpeechAdapters, "find" | "findLive">;
	/** `STT_PROVIDER`. */
	readonly sttProvider: ConfiguredProvider;
	/** `STT_LIVE_PROVIDER`. */
	readonly sttLiveProvider: ConfiguredLiveProvider;
	/** The engines that translate. */
	readonly translation: TranslationAdapters;
	/** The engines that make summaries. */
	readonly summaries: Pick<SummaryEngines, "list">;
}

type TranscriptionProvider = (typeof AI_PROVIDERS.transcription)[number];

/** Returns why the installation does not use a provider, as it is configured; null when it does. */
function reasonAgainst(
	provider: TranscriptionProvider,
	{ sttProvider, sttLiveProvider }: Pick<ProviderListDeps, "sttProvider" | "sttLiveProvider">,
): string | null {
	if (provider === "openai-realtime")
		return sttLiveProvider === provider ? null : `Set STT_LIVE_PROVIDER to ${provider}.`;
	const hearsLive = provider === "vosk" && (sttLiveProvider === "auto" || sttLiveProvider === provider);
	if (sttProvider === "none") return "Transcription is turned off (STT_PROVIDER=none).";
	if (sttProvider === "auto" || sttProvider === provider || hearsLive) return null;
	return `This installation uses another one (STT_PROVIDER=${sttProvider}).`;
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
export function createProviderList({
	speech,
	translation,
	summaries,
	...configured
}: ProviderListDeps): () => Promise<AiProviders> {
	function describeEngine(provider: TranscriptionProvider): AiProvider {
		const reason = reasonAgainst(provider, configured);
		if (reason !== null) return absent(provider, reason);
		const isLive = provider === "vosk" || provider === "openai-realtime";
		const found = isLive ? speech.findLive(provider) : speech.find(provider);
		if ("unavailable" in found) {
			const { detail, command } = found.unavailable;
			return absent(
				provider,
				render(command === null ? detail : text("{detail} Run: {command}", { detail: asValue(detail), command }), "en"),
			);
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
			return absent(provider, `This installation uses another one (TRANSLATE_PROVIDER=${translation.provider}).`);
		const found = translation.find(provider);
		if ("unavailable" in found) return absent(provider, render(found.unavailable.detail, "en"));
		return describeReachable(found);
	}

	return async () => ({
		transcription: AI_PROVIDERS.transcription.map(describeEngine),
		translation: await Promise.all(AI_PROVIDERS.translation.map(describeTranslator)),
		summary: summaries.list().map(describeSummarizer),
	});
}

function describeSummarizer({ provider, info, hint }: ListedEngine): AiProvider {
	if (info === null) return absent(provider, hint ?? "");
	const { model, version, runsLocally } = info;
	return { provider, available: true, external: !runsLocally, model, version, languages: null, hint: null };
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
