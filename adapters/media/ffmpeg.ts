import {
	type Container,
	type DecodeTask,
	decoderKilled,
	diskFull,
	type EncodeTask,
	type MediaDecoder,
	type MediaEncoder,
	unreadable,
} from "#modules/engines/media";
import { type Finished, runLimited } from "./limited-process.ts";

/** Names of ffmpeg's readers. One is always forced: ffmpeg would find playlists and scripts by itself. */
const DEMUXERS: Readonly<Record<Container, string>> = {
	matroska: "matroska",
	mp4: "mov",
	ogg: "ogg",
	mp3: "mp3",
	wav: "wav",
	flac: "flac",
	adts: "aac",
};

/** Codecs that may be decoded, and ffmpeg's decoders of them. How it was built decides which of them exist. */
const DECODERS: Readonly<Record<string, readonly string[]>> = {
	aac: ["aac"],
	ac3: ["ac3"],
	alac: ["alac"],
	eac3: ["eac3"],
	flac: ["flac"],
	mp3: ["mp3", "mp3float"],
	opus: ["opus", "libopus"],
	pcm: [
		"s8",
		"u8",
		"s16le",
		"s16be",
		"s24le",
		"s24be",
		"s32le",
		"s32be",
		"f32le",
		"f32be",
		"f64le",
		"f64be",
		"alaw",
		"mulaw",
	].map((format) => `pcm_${format}`),
	vorbis: ["vorbis", "libvorbis"],
};

/** Limits on reading: no network, no other format inside, no other codec, few streams, little memory. */
const READING = [
	...["-protocol_whitelist", "file"],
	...["-format_whitelist", Object.values(DEMUXERS).join(",")],
	...["-codec_whitelist", Object.values(DECODERS).flat().join(",")],
	...["-max_streams", "64"],
	...["-max_alloc", String(256 * 1024 * 1024)],
];

/** Resamples, and keeps every sound where its time says: what is missing in between or at the beginning is silent. */
const TIMELINE = "aresample=16000:async=1:first_pts=0";

/** Address space of ffmpeg, most of it libraries. */
const MEMORY_BYTES = 2 * 1024 * 1024 * 1024;
/** How much faster than real time decoding is at least. */
const SPEED = 20;

/** Bits per second of what is encoded: speech in one channel. */
const BITRATE = 64_000;
/** Who is loud together is turned down, for as long; nothing is turned up. */
const LIMITER = "alimiter=limit=0.95:attack=5:release=50:level=disabled";

/** Creates the decoder and encoder that runs ffmpeg. @param program its path */
export function createFfmpeg(program: string): MediaDecoder & MediaEncoder {
	return {
		async encode({ path, output, durationMs, signal }: EncodeTask) {
			const cpuSeconds = 30 + durationMs / 1000 / SPEED;
			const finished = await runLimited(
				[
					...[
						program,
						"-hide_banner",
						"-nostdin",
						"-loglevel",
						"error",
						"-protocol_whitelist",
						"file",
						"-threads",
						"1",
					],
					...["-f", "f32le", "-ar", "16000", "-ac", "1", "-i", `file:${path}`, "-af", LIMITER],
					...["-c:a", "aac", "-b:a", String(BITRATE), "-movflags", "+faststart", "-f", "ipod", `file:${output}`],
				],
				{
					cpuSeconds,
					wallSeconds: 60 + 10 * cpuSeconds,
					fileBytes: 1024 * 1024 + (durationMs / 1000) * (BITRATE / 8) * 2,
					memoryBytes: MEMORY_BYTES,
					signal,
				},
			);
			if (finished.stderr.includes("No space left on device")) throw diskFull(describe(finished));
			if (finished.wasInterrupted) throw decoderKilled(describe(finished));
			if (finished.exitCode !== 0) throw describe(finished);
		},

		decodes: (codec) => Object.hasOwn(DECODERS, codec),

		async decode(task) {
			const { path, container, inspected, output, maxDurationMs, signal } = task;
			const cpuSeconds = 30 + maxDurationMs / 1000 / SPEED;
			const finished = await runLimited(
				[
					...[program, "-hide_banner", "-nostdin", "-loglevel", "error"],
					...["-threads", "1", ...READING, "-f", DEMUXERS[container], "-i", `file:${path}`],
					...["-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"],
					...["-threads", "1", "-t", String(maxDurationMs / 1000), "-af", TIMELINE, "-ac", String(inspected.channels)],
					...["-c:a", "pcm_s16le", "-f", "s16le", "-progress", "pipe:1", "-stats_period", "0.5", `file:${output}`],
				],
				{
					cpuSeconds,
					wallSeconds: 60 + 10 * cpuSeconds,
					fileBytes: (maxDurationMs + 10_000) * 32 * inspected.channels,
					memoryBytes: MEMORY_BYTES,
					signal,
					onLine: reportProgress(task),
				},
			);
			// ffmpeg exits with 0 although it could not write.
			if (finished.stderr.includes("No space left on device")) throw diskFull(describe(finished));
			if (finished.wasInterrupted) throw decoderKilled(describe(finished));
			if (finished.exitCode !== 0) throw unreadable("is damaged", describe(finished));
			return { isIntact: complaints(finished.stderr).length === 0 };
		},
	};
}

/** Reads lines of `-progress` such as `out_time_us=1500000`. */
function reportProgress({ inspected: { durationMs }, onProgress }: DecodeTask) {
	return (line: string): void => {
		const [, us] = /^out_time_us=(\d+)$/.exec(line) ?? [];
		if (us !== undefined && durationMs !== null) onProgress?.(Math.min(1, Number(us) / 1000 / durationMs));
	};
}

const describe = ({ exitCode, stderr }: Finished): Error =>
	new Error(`ffmpeg ended with ${exitCode ?? "a signal"}: ${stderr.slice(0, 2000)}`);

/** Returns what ffmpeg complained of, but for codecs of video, which it shall not read. */
const complaints = (stderr: string): readonly string[] =>
	stderr.split("\n").filter((line) => line !== "" && !/not on whitelist|Last message repeated/.test(line));
