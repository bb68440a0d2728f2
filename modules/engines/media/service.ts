import { randomUUID } from "node:crypto";
import { open, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { text } from "#kernel/texts";
import {
	diskFull,
	MAX_CHANNELS,
	needsFfmpeg,
	noAudio,
	notMedia,
	tooLong,
	tooManyChannels,
	unknownCodec,
	unreadable,
} from "./errors.ts";
import { createMixFile, MIX_BYTES_PER_MS } from "./mix-file.ts";
import { BYTES_PER_SAMPLE, openPcmFile, SAMPLES_PER_MS } from "./pcm-file.ts";
import { peaks } from "./peaks.ts";
import type { DecodeTask, Inspected, Media, MediaDecoder, MediaTools, SniffedMedia } from "./ports.ts";
import { ARCHIVE_TAIL_BYTES, endsAsArchive, SNIFF_BYTES, sniff } from "./sniff.ts";

/** Free space that decoding leaves to others, in bytes. */
const SPARE_BYTES = 64 * 1024 * 1024;

/** Difference between announced and decoded duration that is no sign of a missing part: padding, rounding. */
const TOLERATED = { ms: 500, part: 0.02 } as const;

/** Creates the service that reads uploaded media. */
export function createMedia({ findFfmpeg, embedded }: MediaTools): Media {
	return {
		async probe(path, { signal }) {
			const sniffed = await sniffFile(path);
			const { announcedMs, durationMs, channels, hasVideo, codec } = await embedded.inspect(
				path,
				sniffed.container,
				signal,
			);
			return {
				container: sniffed.container,
				contentType: hasVideo ? sniffed.contentType : audioTypeOf(sniffed.contentType),
				kind: hasVideo ? "video" : "audio",
				durationMs: durationMs ?? announcedMs,
				channels,
				hasVideo,
				codec,
			};
		},

		async decode(path, { directory, signal, maxDurationMs, onProgress }) {
			const { container } = await sniffFile(path);
			const inspected = await embedded.inspect(path, container, signal);
			const { channels, announcedMs } = inspected;
			const decoder = decoderFor(inspected);
			if (channels > MAX_CHANNELS) throw tooManyChannels(channels);
			if ((announcedMs ?? 0) > maxDurationMs) throw tooLong(maxDurationMs);
			await assertSpace(directory, (announcedMs ?? 0) * SAMPLES_PER_MS * BYTES_PER_SAMPLE * channels);

			const output = join(directory, `${randomUUID()}.pcm`);
			// A little more than accepted, so that what is too long is recognized.
			const limits = { maxDurationMs: maxDurationMs + 1000, signal, onProgress };
			try {
				await decodeInto({ path, container, inspected, output, ...limits }, decoder);
				const audio = await openPcmFile(output, channels, signal);
				if (audio.durationMs <= maxDurationMs) return audio;
				await audio.close();
				throw tooLong(maxDurationMs);
			} finally {
				await rm(output, { force: true });
			}
		},

		canMix: () => findFfmpeg() !== null,

		async mix(sounds, { directory, signal, peaks: buckets }) {
			const ffmpeg = findFfmpeg();
			if (!ffmpeg) throw needsFfmpeg("aac");
			const path = join(directory, `${randomUUID()}.pcm`);
			const file = await createMixFile(path);
			try {
				for await (const { audio, offsetMs } of sounds) {
					await assertSpace(directory, (offsetMs + audio.durationMs) * MIX_BYTES_PER_MS);
					await file.add(audio, offsetMs, signal).catch(asDiskFull);
				}
				const { durationMs, channels } = file;
				if (durationMs === 0) return null;
				const output = join(directory, `${randomUUID()}.m4a`);
				await ffmpeg.encode({ path, output, durationMs, signal });
				const mixed = { path: output, contentType: "audio/mp4", extension: ".m4a", durationMs, channels };
				return { ...mixed, peaks: await peaks(file, buckets) };
			} finally {
				await file.close();
				await rm(path, { force: true });
			}
		},
	};

	/** Returns the decoder of what was found. @throws `media_has_no_audio`, `unsupported_media_type` */
	function decoderFor({ codec, channels }: Inspected): MediaDecoder {
		if (codec === null || channels === 0) throw noAudio();
		const ffmpeg = findFfmpeg();
		if (ffmpeg?.decodes(codec)) return ffmpeg;
		if (!ffmpeg && embedded.decodes(codec)) return embedded;
		throw ffmpeg ? unknownCodec(codec) : needsFfmpeg(codec);
	}
}

const audioTypeOf = (contentType: string): string =>
	contentType === "video/quicktime" ? "audio/mp4" : contentType.replace(/^video/, "audio");

/** Asserts that decoding so many bytes would not fill the disk. @throws `unavailable` */
async function assertSpace(directory: string, bytes: number): Promise<void> {
	const { bavail, bsize } = await statfs(directory);
	if (bavail * bsize < bytes + SPARE_BYTES) throw diskFull();
}

/** @throws `unavailable` when the disk is full, and the error otherwise */
function asDiskFull(error: unknown): never {
	throw error instanceof Error && "code" in error && error.code === "ENOSPC" ? diskFull(error) : error;
}

/** Decodes, and asserts that what was announced is there: decoders skip what is missing and report success. */
async function decodeInto(task: DecodeTask, decoder: MediaDecoder): Promise<void> {
	const { isIntact } = await decoder.decode(task);
	const { channels, announcedMs, hasVideo } = task.inspected;
	const { size } = await stat(task.output).catch(() => ({ size: 0 }));
	const decodedMs = size / (channels * BYTES_PER_SAMPLE * SAMPLES_PER_MS);
	if (decodedMs === 0) throw unreadable("is damaged: no sound could be decoded");
	const leastMs = Math.min(announcedMs ?? 0, task.maxDurationMs) * (1 - TOLERATED.part) - TOLERATED.ms;
	// Beside pictures, sound may rightly end early.
	if (decodedMs < leastMs && !(hasVideo && isIntact))
		throw unreadable(
			text("is incomplete: {decoded} of {announced} could be decoded", {
				decoded: inSeconds(decodedMs),
				announced: inSeconds(announcedMs ?? 0),
			}),
		);
}

const inSeconds = (durationMs: number): string => `${(durationMs / 1000).toFixed(1)} s`;

/** Recognizes a file by its content. @throws `unsupported_media_type`, `media_unreadable` when it is empty */
async function sniffFile(path: string): Promise<SniffedMedia> {
	const file = await open(path);
	try {
		const { size } = await file.stat();
		if (size === 0) throw unreadable("is empty");
		const head = Buffer.alloc(Math.min(size, SNIFF_BYTES));
		await file.read(head, 0, head.length, 0);
		const tail = Buffer.alloc(Math.min(size, ARCHIVE_TAIL_BYTES));
		await file.read(tail, 0, tail.length, size - tail.length);
		const sniffed = sniff(head);
		if (!sniffed || endsAsArchive(tail)) throw notMedia();
		return sniffed;
	} finally {
		await file.close();
	}
}
