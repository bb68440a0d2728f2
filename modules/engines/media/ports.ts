import type { PcmAudio } from "#modules/engines/speech";

/** A file format of recordings. */
export type Container = "matroska" | "mp4" | "ogg" | "mp3" | "wav" | "flac" | "adts";

/** What the content of a file says about itself. */
export interface SniffedMedia {
	readonly container: Container;
	/** Media type, such as `video/webm`. */
	readonly contentType: string;
	/** As far as its beginning tells: a video container may hold audio only. */
	readonly kind: "audio" | "video";
}

/** What is in a media file. */
export interface ProbedMedia extends SniffedMedia {
	/** Null where only decoding tells, such as a stream that was never closed. */
	readonly durationMs: number | null;
	/** Audio channels as stored; 0 without audio. */
	readonly channels: number;
	readonly hasVideo: boolean;
	/** Audio codec, such as `opus`; null without audio. */
	readonly codec: string | null;
}

/** Decoded audio in a file, so that a meeting is never in memory as a whole. Channels of the same sound are one. */
export interface DecodedAudio extends PcmAudio {
	/** Deletes the file. May be called repeatedly. */
	close(): Promise<void>;
}

/** Options of {@link Media.decode}. */
export interface DecodeOptions {
	/** Existing directory for the decoded file. */
	readonly directory: string;
	readonly signal: AbortSignal;
	/** Longest recording to be decoded, in ms. */
	readonly maxDurationMs: number;
	/** Called with the part done, 0…1, at most twice a second. */
	readonly onProgress?: (done: number) => void;
}

/** Options of {@link Media.probe}. */
export interface ProbeOptions {
	readonly signal: AbortSignal;
}

/** Reads uploaded media, all of which is treated as hostile: it is parsed and decoded in child processes with limits. */
export interface Media {
	/**
	 * Looks into a file.
	 * @throws `unsupported_media_type` for what is no audio or video or cannot be read by this installation,
	 * `media_unreadable` for damaged files, `unavailable`
	 */
	probe(path: string, options: ProbeOptions): Promise<ProbedMedia>;
	/**
	 * Decodes the audio of a file into another, which the caller closes. A failure leaves no file behind.
	 * @throws `unsupported_media_type`, `media_unreadable`, `media_has_no_audio`, `media_too_long`, `unavailable` when the
	 * disk is full
	 */
	decode(path: string, options: DecodeOptions): Promise<DecodedAudio>;
}

/** What a {@link MediaInspector} finds in a file. */
export interface Inspected extends Pick<ProbedMedia, "durationMs" | "channels" | "hasVideo" | "codec"> {
	/** Duration that the file states, whether or not all of it is there; null where it states none. */
	readonly announcedMs: number | null;
}

/** What a {@link MediaDecoder} shall decode. */
export interface DecodeTask {
	readonly path: string;
	readonly container: Container;
	readonly inspected: Inspected;
	/** File to be written: 16-bit PCM at 16 kHz, little endian, channels interleaved. */
	readonly output: string;
	/** Where to stop, in ms. */
	readonly maxDurationMs: number;
	readonly signal: AbortSignal;
	readonly onProgress?: ((done: number) => void) | undefined;
}

/** Something that looks into files, in a child process. */
export interface MediaInspector {
	/** @throws `media_unreadable`, the reason of `signal` */
	inspect(path: string, container: Container, signal: AbortSignal): Promise<Inspected>;
}

/** A decoder. It works in a child process and trusts nothing in a file, its container least of all. */
export interface MediaDecoder {
	/** Whether it decodes this codec, as {@link MediaInspector} names it. */
	decodes(codec: string): boolean;
	/**
	 * Decodes the first audio track with all its channels.
	 * @returns whether everything was readable
	 * @throws `media_unreadable`, `unavailable` when the disk is full, the reason of `signal`
	 */
	decode(task: DecodeTask): Promise<{ readonly isIntact: boolean }>;
}

/** The decoders of an installation. */
export interface MediaTools {
	/** Returns the one that reads every supported format; null where it is not installed. */
	findFfmpeg(): MediaDecoder | null;
	/** Part of the program: looks into every container, decodes PCM, Opus and MP3. */
	readonly embedded: MediaInspector & MediaDecoder;
}
