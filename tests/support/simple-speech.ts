import type { LiveOptions, LiveSpeech, SpeechAdapters, SpeechStream } from "#modules/engines/speech";

const BYTES_PER_MS = 32;
/** Audio after which it hears the end of an utterance by itself, in ms. */
const UTTERANCE_MS = 2_000;

/**
 * Stands for a live engine, for tests of everything around one: it hears `utterance 0`, `utterance 1`… in any sound, one
 * in every two seconds, and at each `finalize`.
 */
const simple: LiveSpeech = {
	info: {
		engine: "vosk",
		model: "simple",
		version: null,
		languages: "any",
		words: false,
		translates: false,
		runsLocally: true,
	},
	open: async (options) => openStream(options),
};

function openStream({ onEvent, language }: LiveOptions): SpeechStream {
	let heardMs = 0;
	let startMs = 0;
	let utterance = 0;

	function end(): void {
		if (heardMs === startMs) return;
		const words = { text: `utterance ${utterance}`, confidence: 1, speaker: null, words: null };
		const segment = { ...words, startMs, endMs: heardMs };
		onEvent({ type: "final", utterance, segment, heardMs, language: language ?? "en" });
		startMs = heardMs;
		utterance++;
	}

	return {
		async write(pcm) {
			heardMs += pcm.length / BYTES_PER_MS;
			onEvent({ type: "partial", utterance, startMs, text: `utterance ${utterance}` });
			if (heardMs - startMs >= UTTERANCE_MS) end();
		},
		async finalize() {
			end();
		},
		async finish() {
			end();
		},
		abort() {
			startMs = heardMs;
		},
	};
}

/** Puts the engine in the place of Vosk. */
export const withSimpleSpeech = (made: SpeechAdapters): SpeechAdapters => ({ ...made, findLive: () => simple });
