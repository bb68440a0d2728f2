import type { Logger } from "#kernel/logger";
import type { MissingEngine, SpeechAdapters } from "#modules/speech";

/** Options of {@link createSpeechAdapters}; undefined: not configured. */
export interface SpeechOptions {
	/** Base URL of an OpenAI-compatible server, up to `/v1`. */
	readonly url: string | undefined;
	readonly apiKey: string | undefined;
	readonly model: string | undefined;
	/** Path of the whisper-server program. */
	readonly whisperServer: string | undefined;
	/** Folder that `parley models pull` fills. */
	readonly modelsDir: string;
	readonly log: Logger;
}

/** Engines of an installation that has none. */
const NOTHING: MissingEngine = {
	code: "provider_not_configured",
	detail: "No speech engine is installed.",
	variable: "STT_PROVIDER",
	command: "parley models pull",
};

/** Creates the adapters of the engines that the configuration names. Starts nothing yet. */
export function createSpeechAdapters(_options: SpeechOptions): SpeechAdapters {
	return { find: () => ({ unavailable: NOTHING }), voiceActivity: () => null, close: async () => {} };
}
