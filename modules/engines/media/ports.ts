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

/** A sound with its place in a mix. */
export interface PlacedSound {
	readonly audio: PcmAudio;
	/** From the beginning of the mix, in whole ms. */
	readonly offsetMs: number;
}

/** Options of {@link Media.mix}. */
export interface MixOptions extends ProbeOptions {
	/** Existing directory for the mix and for what it takes to make it. */
	readonly directory: string;
	/** Number of {@link MixedMedia.peaks}. */
	readonly peaks: number;
}

/** A mix: one file that browsers play. */
export interface MixedMedia {
	/** In the directory. */
	readonly path: string;
	readonly contentType: string;
	/** Ending of its name, such as `.m4a`. */
	readonly extension: string;
	readonly durationMs: number;
	readonly channels: number;
	/** Waveform: the largest amplitude in each of equal parts, 0…127. */
	readonly peaks: Int8Array;
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
	/** Whether {@link Media.mix} works: it needs ffmpeg. */
	canMix(): boolean;
	/**
	 * Mixes sounds, each taken once the one before was added: as much as the whole mix is long takes space, however many they
	 * are.
	 * @returns null when there was none
	 * @throws `unavailable` when the disk is full, what `sounds` throw
	 */
	mix(sounds: AsyncIterable<PlacedSound>, options: MixOptions): Promise<MixedMedia | null>;
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

/** What a {@link MediaEncoder} shall encode: our own file of 32-bit floats at 16 kHz, little endian, one channel. */
export interface EncodeTask {
	readonly path: string;
	/** File to be written. */
	readonly output: string;
	readonly durationMs: number;
	readonly signal: AbortSignal;
}

/** An encoder of sound for browsers: AAC in MP4, whose index comes first. It works in a child process. */
export interface MediaEncoder {
	/** @throws `unavailable` when the disk is full, the reason of `signal` */
	encode(task: EncodeTask): Promise<void>;
}

/** The decoders of an installation. */
export interface MediaTools {
	/** Returns what reads every supported format, and encodes; null where it is not installed. */
	findFfmpeg(): (MediaDecoder & MediaEncoder) | null;
	/** Part of the program: looks into every container, decodes PCM, Opus and MP3. */
	readonly embedded: MediaInspector & MediaDecoder;
}
