import { type ConfiguredProvider, chooseEngine } from "./choice.ts";
import { energyDetector } from "./energy.ts";
import { type ConfiguredLiveProvider, chooseLiveEngine, chooseSecondEngine } from "./live-choice.ts";
import type { LiveSpeech } from "./live-ports.ts";
import type { SpeechAdapters, SpeechEngines, SpeechPolicy } from "./ports.ts";
import type { SecondPass } from "./second-pass.ts";
import { packWindows } from "./windows.ts";

export interface SpeechDeps {
	readonly adapters: SpeechAdapters;
	/** `STT_PROVIDER`. */
	readonly provider: ConfiguredProvider;
	/** `STT_LIVE_PROVIDER`. */
	readonly liveProvider: ConfiguredLiveProvider;
	/** Returns what an organization allows; null where it has no policy. */
	readonly policyOf: (orgId: string) => Promise<SpeechPolicy | null>;
}

/** Creates the service that knows which engine serves whom. */
export function createSpeechEngines(
	{ adapters, provider, liveProvider, policyOf }: SpeechDeps,
	secondPass: SecondPass,
): SpeechEngines {
	return {
		async choose(request) {
			return chooseEngine(adaptersFor(adapters, request.orgId), provider, await policyOf(request.orgId), request);
		},
		async chooseLive(request) {
			const own = adaptersFor(adapters, request.orgId);
			const policy = await policyOf(request.orgId);
			const found = chooseLiveEngine(own, { provider, liveProvider }, policy, request);
			if ("unavailable" in found) return found;
			if (found.info.engine !== "vosk") return forParty(found, request.orgId);
			const second = chooseSecondEngine(own, provider, policy, request.language ?? null);
			return forParty(second ? secondPass.over(found, second) : found, request.orgId);
		},
		async detectSpeech(audio, channel, options) {
			const detector = adapters.voiceActivity() ?? energyDetector;
			return packWindows(await detector.probabilities(audio, channel, options), audio.durationMs);
		},
	};
}

/** Returns adapters whose engines work for an organization: its windows take turns with those of others. */
const adaptersFor = (adapters: SpeechAdapters, orgId: string): SpeechAdapters => ({
	find(provider) {
		const engine = adapters.find(provider);
		if ("unavailable" in engine) return engine;
		const { info } = engine;
		return { info, transcribe: (window, options) => engine.transcribe(window, { ...options, party: orgId }) };
	},
	findLive: (provider) => adapters.findLive(provider),
	liveDetector: () => adapters.liveDetector(),
	voiceActivity: () => adapters.voiceActivity(),
	close: () => adapters.close(),
});

/** Returns a live engine whose streams are an organization's. */
const forParty = ({ info, open }: LiveSpeech, party: string): LiveSpeech => ({
	info,
	open: (options) => open({ ...options, party }),
});
