/** A file format of recordings. */
export type Container = "matroska" | "mp4" | "ogg" | "mp3" | "wav" | "flac" | "adts" | "aiff" | "amr";

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

/** Decoded audio: mono PCM at 16 kHz of each channel, in a file, so that a meeting is never in memory as a whole. */
export interface DecodedAudio {
	readonly sampleRate: 16_000;
	/** 1…8. Channels of the same sound, such as mono stored as stereo, count as one. */
	readonly channels: number;
	readonly durationMs: number;
	/**
	 * Returns the samples of a part, −1…1.
	 * @param channel 0…channels − 1
	 * @param startMs first instant; a part beyond the end is cut
	 */
	read(channel: number, startMs: number, endMs: number): Promise<Float32Array>;
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
