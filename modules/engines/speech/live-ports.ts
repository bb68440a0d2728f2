import type { SpeechError } from "./errors.ts";
import type { EngineInfo, HeardSegment, MissingEngine, SpeechProvider } from "./ports.ts";

/**
 * How live speech is heard: by an engine that hears as people speak, or (`window`) utterance by utterance, by one that
 * transcribes recordings.
 */
export const LIVE_PROVIDERS = ["vosk", "openai-realtime", "window"] as const;
export type LiveProvider = (typeof LIVE_PROVIDERS)[number];

/** What an engine tells about a stream. Times in ms from the start of the stream. */
export type LiveSpeechEvent =
	/** What has been heard so far of an utterance: the next one replaces it, and so does the final. */
	| { readonly type: "partial"; readonly utterance: number; readonly startMs: number; readonly text: string }
	| {
			readonly type: "final";
			/** Counts the utterances of the stream. */
			readonly utterance: number;
			readonly segment: HeardSegment;
			/** All audio before has been heard: its sender may forget it. */
			readonly heardMs: number;
			/** BCP 47, `und` when unknown. */
			readonly language: string;
	  }
	/** Nobody spoke up to here. */
	| { readonly type: "heard"; readonly heardMs: number }
	/** What another engine heard in an utterance whose final is out: it replaces the segment. */
	| {
			readonly type: "revision";
			readonly utterance: number;
			readonly segment: HeardSegment;
			readonly engine: EngineInfo;
	  }
	/** The stream is over: nothing follows. */
	| { readonly type: "error"; readonly error: SpeechError };

/** Options of {@link LiveSpeech.open}. */
export interface LiveOptions {
	/** BCP 47; null lets the engine find out. */
	readonly language: string | null;
	/** Whose share it takes (`kernel/fair-queue`): an organization; default: the installation. */
	readonly party?: string | undefined;
	/** Ends the stream without another event. */
	readonly signal: AbortSignal;
	/** Called in the order of time, except for revisions; never before `open` has returned. */
	readonly onEvent: (event: LiveSpeechEvent) => void;
}

/** Speech of one person as it is spoken. */
export interface SpeechStream {
	/**
	 * Takes audio: signed 16-bit little-endian samples at 16 kHz, as fast as they come. Resolves when there is room for more;
	 * a sender who waits for it never fills the memory. Does nothing after the stream is over.
	 */
	write(pcm: Uint8Array): Promise<void>;
	/** Ends the utterance now, without a pause. Resolves when its final is out. */
	finalize(): Promise<void>;
	/** Ends the stream. Resolves when all finals and revisions are out, or it failed. */
	finish(): Promise<void>;
	/** Ends the stream at once, without another event. */
	abort(): void;
}

/** An engine that hears people as they speak. It is started when it is first needed. */
export interface LiveSpeech {
	readonly info: EngineInfo;
	/**
	 * @throws SpeechError `engine_busy` when it has no room for another stream, `engine_share` when the party has its share of
	 * them, or the reason of `signal`
	 */
	open(options: LiveOptions): Promise<SpeechStream>;
}

/** What a detector tells about a stream. Times in ms from the start of the stream. */
export type DetectorEvent =
	/** Somebody began to speak. */
	| { readonly type: "began"; readonly startMs: number }
	/** They go on; none of the audio before belongs to another utterance. */
	| { readonly type: "speaks"; readonly untilMs: number }
	/** Somebody has spoken, and pauses. */
	| { readonly type: "spoken"; readonly startMs: number; readonly endMs: number; readonly heardMs: number }
	/** Nobody spoke up to here. */
	| { readonly type: "heard"; readonly heardMs: number }
	/** The stream is over: nothing follows. */
	| { readonly type: "error"; readonly error: SpeechError };

/** Something that finds where people speak while they do. */
export interface SpeechDetector {
	/** @throws SpeechError `engine_busy` or `engine_share` as {@link LiveSpeech.open}, or the reason of `signal` */
	open(options: {
		/** As in {@link LiveOptions}. */
		readonly party?: string | undefined;
		/** Ends the stream without another event. */
		readonly signal: AbortSignal;
		readonly onEvent: (event: DetectorEvent) => void;
	}): Promise<SpeechStream>;
}

/** Which engine is wanted for live speech. */
export interface LiveRequest {
	readonly orgId: string;
	/** Only this one; one that transcribes recordings does it utterance by utterance. */
	readonly provider?: LiveProvider | SpeechProvider | undefined;
	/** BCP 47; undefined or null when it is not known: then an engine that knows only one language comes last. */
	readonly language?: string | null | undefined;
}

/** An engine for live speech, or why there is none. */
export type LiveChoice = LiveSpeech | { readonly unavailable: MissingEngine };
