import type { EngineInfo, LiveOptions, LiveSpeech, LiveSpeechEvent, SpeechAdapters } from "#modules/engines/speech";

/** A stream of the scripted engine: the test says what it hears. */
export interface ScriptedStream {
	/** Audio it was given, in ms. */
	readonly audioMs: number;
	readonly isAborted: boolean;
	readonly language: string | null;
	emit(event: LiveSpeechEvent): void;
	/** Hears an utterance until the end of the audio it was given. */
	say(utterance: number, text: string, startMs?: number): void;
}

/** What stands in for engines of live speech, where a test is about what becomes of what they hear. */
export interface ScriptedSpeech {
	readonly adapters: SpeechAdapters;
	/** Streams in the order in which they were opened. */
	readonly streams: readonly ScriptedStream[];
	/** Called when a stream is to be finished; what it says then is still heard. */
	onFinish: (stream: ScriptedStream) => void;
	/** Called when a stream is to be opened; it is not if this throws. */
	onOpen: () => void | Promise<void>;
	/** Called with each piece of audio, which is taken when it resolves. */
	onWrite: () => void | Promise<void>;
}

/** The engine's name. */
export const SCRIPTED: EngineInfo = {
	engine: "vosk",
	model: "scripted",
	version: null,
	languages: "any",
	words: true,
	translates: false,
	runsLocally: true,
};

/** Creates adapters that hear live speech as a test scripts it, and find no other engine. */
export function scriptSpeech(others: SpeechAdapters): ScriptedSpeech {
	const streams: ScriptedStream[] = [];
	const script: Pick<ScriptedSpeech, "onFinish" | "onOpen" | "onWrite"> = {
		onFinish: () => undefined,
		onOpen: () => undefined,
		onWrite: () => undefined,
	};

	async function open({ language, onEvent, signal }: LiveOptions) {
		await script.onOpen();
		const state = { bytes: 0, isAborted: false };
		signal.addEventListener("abort", () => {
			state.isAborted = true;
		});
		const stream: ScriptedStream = {
			get audioMs() {
				return state.bytes / 32;
			},
			get isAborted() {
				return state.isAborted;
			},
			language,
			emit: (event) => {
				if (!state.isAborted) onEvent(event);
			},
			say(utterance, text, startMs = 0) {
				const endMs = state.bytes / 32;
				const segment = { startMs, endMs, text, confidence: 0.9, speaker: null, words: null };
				stream.emit({ type: "final", utterance, segment, heardMs: endMs, language: language ?? "und" });
			},
		};
		streams.push(stream);
		return {
			write: async (pcm: Uint8Array) => {
				await script.onWrite();
				state.bytes += pcm.length;
			},
			finalize: async () => undefined,
			finish: async () => script.onFinish(stream),
			abort: () => {
				state.isAborted = true;
			},
		};
	}

	const engine: LiveSpeech = { info: SCRIPTED, open };
	return Object.assign(script, { streams, adapters: { ...others, findLive: () => engine } });
}
