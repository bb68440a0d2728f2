import type { LiveSpeech, SpeechDetector } from "#modules/engines/speech";
import type { RealtimeServer } from "./realtime-socket.ts";
import { RealtimeStream } from "./realtime-stream.ts";

/** Options of {@link createRealtimeSpeech}. */
export interface RealtimeOptions extends Omit<RealtimeServer, "model"> {
	readonly model: string | undefined;
	/** Whether audio sent there stays in the operator's own network. */
	readonly runsLocally: boolean;
	/** Finds where utterances end. */
	readonly detector: SpeechDetector;
}

/** What OpenAI recommends for live speech. */
const DEFAULT_MODEL = "gpt-live-transcribe";

/**
 * Creates the engine that asks a server with OpenAI's realtime interface. Silence is not sent. It gives no times of words:
 * those of utterances are ours.
 */
export function createRealtimeSpeech(options: RealtimeOptions): LiveSpeech {
	const { model = DEFAULT_MODEL, runsLocally, detector } = options;
	return {
		info: {
			engine: "openai-realtime",
			model,
			version: null,
			languages: "any",
			words: false,
			translates: false,
			runsLocally,
		},
		async open(live) {
			const stream = new RealtimeStream({ ...options, model }, live);
			await stream.open(detector);
			return stream;
		},
	};
}
