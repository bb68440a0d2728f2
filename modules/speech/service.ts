import { type ConfiguredProvider, chooseEngine } from "./choice.ts";
import { energyDetector } from "./energy.ts";
import type { SpeechAdapters, SpeechEngines, SpeechPolicy } from "./ports.ts";
import { packWindows } from "./windows.ts";

/** Dependencies of {@link createSpeechEngines}. */
export interface SpeechDeps {
	readonly adapters: SpeechAdapters;
	/** `STT_PROVIDER`. */
	readonly provider: ConfiguredProvider;
	/** Returns what an organization allows; null where it has no policy. */
	readonly policyOf: (orgId: string) => Promise<SpeechPolicy | null>;
}

/** Creates the service that knows which engine serves whom. */
export function createSpeechEngines({ adapters, provider, policyOf }: SpeechDeps): SpeechEngines {
	return {
		async choose(request) {
			return chooseEngine(adapters, provider, await policyOf(request.orgId), request);
		},
		async chooseLive() {
			const detail = "No engine for live captions is installed.";
			const command = "parley models pull small-en-live";
			return { unavailable: { code: "provider_not_configured", detail, variable: "STT_LIVE_PROVIDER", command } };
		},
		async detectSpeech(audio, channel, options) {
			const detector = adapters.voiceActivity() ?? energyDetector;
			return packWindows(await detector.probabilities(audio, channel, options), audio.durationMs);
		},
	};
}
