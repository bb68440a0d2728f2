import type { SpeechAdapters, SpeechProvider } from "#modules/speech";
import type { AiProvider, AiProviders } from "./schemas.ts";
import { AI_PROVIDERS } from "./values.ts";

/** Dependencies of {@link createProviderList}. */
export interface ProviderListDeps {
	/** The engines of this installation. */
	readonly speech: Pick<SpeechAdapters, "find">;
	/** `STT_PROVIDER`. */
	readonly sttProvider: string;
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
export function createProviderList({ speech, sttProvider }: ProviderListDeps): () => AiProviders {
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

	return () => ({
		transcription: AI_PROVIDERS.transcription.map(describeEngine),
		translation: AI_PROVIDERS.translation.map((name) => absent(name, "This version does not translate.")),
		summary: AI_PROVIDERS.summary.map((name) => absent(name, "This version makes no summaries.")),
	});
}
