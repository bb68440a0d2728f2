import type { Message } from "#kernel/texts";
import type { LiveChoice, LiveProvider, LiveRequest, SpeechDetector } from "./live-ports.ts";

/** Sample rate of all audio that engines hear, in Hz. */
export const SAMPLE_RATE = 16_000;

/** The longest window of speech an engine is given, in ms: Whisper hears 30 s at once, less some room for padding. */
export const MAX_WINDOW_MS = 28_000;

/** Decoded audio, backed by a file: a whole meeting is never in memory. */
export interface PcmAudio {
	readonly sampleRate: 16000;
	/** 1…8. */
	readonly channels: number;
	readonly durationMs: number;
	/**
	 * Reads the samples of one channel in the range [startMs, endMs), each from -1 to 1. Shorter when the audio ends before.
	 */
	read(channel: number, startMs: number, endMs: number): Promise<Float32Array>;
}

/** A part of the time line in which somebody speaks. */
export interface SpeechWindow {
	readonly startMs: number;
	readonly endMs: number;
}

/** A word as an engine heard it. Times in ms from the start of the window. */
export interface HeardWord {
	readonly text: string;
	readonly startMs: number;
	readonly endMs: number;
	/** 0…1; null where the engine gives none. */
	readonly confidence: number | null;
}

/** What an engine heard in a few seconds, without leading and trailing space. Times in ms from the start of the window. */
export interface HeardSegment {
	readonly startMs: number;
	readonly endMs: number;
	readonly text: string;
	/** 0…1; null where the engine gives none. */
	readonly confidence: number | null;
	/** The engine's own label of who speaks, valid only in this answer; null where it does not tell voices apart. */
	readonly speaker: string | null;
	/** Null where the engine has no times of words. */
	readonly words: readonly HeardWord[] | null;
}

/** What an engine heard in one window. */
export interface HeardWindow {
	/** BCP 47, `und` when unknown. */
	readonly language: string;
	/** In the order of time, without overlap with the end of the window; empty when nobody spoke. */
	readonly segments: readonly HeardSegment[];
}

/** A kind of engine. */
export const SPEECH_PROVIDERS = ["openai", "whisper-server", "onnx", "vosk"] as const;
export type SpeechProvider = (typeof SPEECH_PROVIDERS)[number];

/** Whether a name is one of {@link SPEECH_PROVIDERS}. */
export const isSpeechProvider = (name: string): name is SpeechProvider =>
	(SPEECH_PROVIDERS as readonly string[]).includes(name);

/** What an engine is, as results name it. */
export interface EngineInfo {
	readonly engine: SpeechProvider | "openai-realtime";
	/** Such as `whisper-tiny`. */
	readonly model: string;
	/** Null when the engine does not tell. */
	readonly version: string | null;
	/** BCP 47 language subtags it knows; "any" when it knows many, or does not tell. */
	readonly languages: readonly string[] | "any";
	/** Whether it gives times of words. */
	readonly words: boolean;
	/** Whether it can translate into English. */
	readonly translates: boolean;
	/** Whether audio stays on this machine. */
	readonly runsLocally: boolean;
}

/** What an engine writes down: what was said, or its translation into English. */
export type SpeechTask = "transcribe" | "translate";

/** Options of {@link SpeechToText.transcribe}. */
export interface TranscribeOptions {
	/** BCP 47; null lets the engine find out. */
	readonly language: string | null;
	/** Names and terms that may occur. */
	readonly prompt?: string;
	/** Default: as it was said; `translate`: in English, by an engine that `translates`. */
	readonly task?: SpeechTask;
	/** Whose slot it takes (`kernel/fair-queue`): an organization; default: the installation. */
	readonly party?: string;
	/** Ends the work, the engine's included. */
	readonly signal: AbortSignal;
}

/** An engine that turns speech into text. It is started when it is first needed. */
export interface SpeechToText {
	readonly info: EngineInfo;
	/**
	 * Transcribes one window of at most {@link MAX_WINDOW_MS}; an engine that names voices also transcribes minutes. Requests beyond what the engine takes at once wait for their
	 * turn, which does not count against the time limit of the window.
	 * @throws SpeechError, or the reason of `signal`
	 */
	transcribe(window: Float32Array, options: TranscribeOptions): Promise<HeardWindow>;
}

/** Something that finds speech in audio. */
export interface VoiceActivity {
	/**
	 * Returns the probability of speech, 0…1, of each 32 ms of a channel.
	 * @param onProgress gets the part that is done, 0…1
	 * @throws SpeechError, or the reason of `signal`
	 */
	probabilities(
		audio: PcmAudio,
		channel: number,
		options: { readonly signal: AbortSignal; readonly onProgress?: (part: number) => void },
	): Promise<Float32Array>;
}

/** Why no engine serves, and what to do about it. */
export interface MissingEngine {
	readonly code: "provider_not_configured";
	/** One sentence for people. */
	readonly detail: Message;
	/** The variable to set. */
	readonly variable: string;
	/** The one command that brings an engine; null where a variable must be set, or a policy changed. */
	readonly command: string | null;
}

/** What an organization allows for its audio. */
export interface SpeechPolicy {
	/** Engines in the order of preference; empty: in the order of the installation. */
	readonly providers: readonly string[];
	/** Whether audio may leave this machine. */
	readonly allowExternal: boolean;
	/** Languages that may be transcribed, BCP 47; undefined: all. */
	readonly languages?: readonly string[] | undefined;
}

/** Which engine is wanted. */
export interface EngineRequest {
	readonly orgId: string;
	/** Only this one. */
	readonly provider?: SpeechProvider | undefined;
	/** BCP 47; undefined or null when it is not known yet. */
	readonly language?: string | null | undefined;
	/** Default: `transcribe`. */
	readonly task?: SpeechTask | undefined;
}

/** The engines of this installation. */
export interface SpeechEngines {
	/**
	 * Returns the engine that serves, or why there is none. Looks again at each call: engines and models may be added while
	 * the service runs.
	 */
	choose(request: EngineRequest): Promise<SpeechToText | { readonly unavailable: MissingEngine }>;
	/** Returns the engine that serves live speech, or why there is none. Looks again at each call. */
	chooseLive(request: LiveRequest): Promise<LiveChoice>;
	/**
	 * Returns the windows of one channel in which somebody speaks, in order and at most {@link MAX_WINDOW_MS} long; none when
	 * all is silent.
	 * @param options.onProgress gets the part that is done, 0…1
	 * @throws SpeechError, or the reason of `signal`
	 */
	detectSpeech(
		audio: PcmAudio,
		channel: number,
		options: { readonly signal: AbortSignal; readonly onProgress?: (part: number) => void },
	): Promise<readonly SpeechWindow[]>;
}

/** The engines as adapters offer them; see {@link SpeechEngines} for what modules use. */
export interface SpeechAdapters {
	/** Returns the engine of this kind, or what is missing for it. Looks again at each call. */
	find(provider: SpeechProvider): SpeechToText | { readonly unavailable: MissingEngine };
	/** Returns the engine for live speech of this kind, or what is missing for it. Looks again at each call. */
	findLive(provider: Exclude<LiveProvider, "window">): LiveChoice;
	/** Returns the detector of utterances in live speech; without its model it goes by loudness. */
	liveDetector(): SpeechDetector;
	/** Returns the detector of speech; null where its model is missing. Looks again at each call. */
	voiceActivity(): VoiceActivity | null;
	/** Ends every engine that this process has started. */
	close(): Promise<void>;
}
