import { type Container, type DecodeTask, diskFull, type Inspected, type MediaTool, unreadable } from "#modules/media";
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
	aiff: "aiff",
};

/** Codecs that may be decoded, as ffprobe names them, beside PCM. */
const CODECS = [
	"aac",
	"alac",
	"flac",
	"mp2",
	"mp3",
	"opus",
	"speex",
	"vorbis",
	"ac3",
	"eac3",
	"adpcm_ima_wav",
	"adpcm_ms",
];
const PCM = [
	"s16le",
	"s16be",
	"s24le",
	"s24be",
	"s32le",
	"s32be",
	"f32le",
	"f32be",
	"f64le",
	"u8",
	"s8",
	"alaw",
	"mulaw",
].map((format) => `pcm_${format}`);
/** Names of decoders; those of MP3, Opus and Vorbis differ by how ffmpeg was built. */
const DECODERS = [...CODECS, ...PCM, "mp3float", "mp2float", "libopus", "libvorbis", "libspeex"].join(",");

/** Limits on reading: no network, no other format inside, no other codec, few streams, little memory. */
const READING = [
	...["-protocol_whitelist", "file"],
	...["-format_whitelist", Object.values(DEMUXERS).join(",")],
	...["-codec_whitelist", DECODERS],
	...["-max_streams", "64"],
	...["-max_alloc", String(256 * 1024 * 1024)],
];

/** Address space of ffmpeg, most of it libraries. */
const MEMORY_BYTES = 2 * 1024 * 1024 * 1024;
/** CPU seconds for looking into a file. */
const INSPECT_SECONDS = 20;
/** How much faster than real time decoding is at least. */
const SPEED = 20;

/** Paths of the programs of ffmpeg. */
export interface FfmpegPaths {
	readonly ffmpeg: string;
	readonly ffprobe: string;
}

/** Creates the decoder that runs ffmpeg. */
export function createFfmpeg({ ffmpeg, ffprobe }: FfmpegPaths): MediaTool {
	return {
		decodes: (codec) => CODECS.includes(codec) || PCM.includes(codec),

		async inspect(path, container, signal) {
			const entries = "stream=codec_type,codec_name,channels,duration:stream_disposition=attached_pic:format=duration";
			const finished = await runLimited(
				[
					ffprobe,
					"-v",
					"warning",
					...READING,
					"-f",
					DEMUXERS[container],
					"-show_entries",
					entries,
					"-of",
					"json",
					`file:${path}`,
				],
				{
					cpuSeconds: INSPECT_SECONDS,
					wallSeconds: 3 * INSPECT_SECONDS,
					fileBytes: 0,
					memoryBytes: MEMORY_BYTES,
					signal,
				},
			);
			if (finished.exitCode !== 0) throw unreadable("is damaged", describe(finished));
			return inspectedOf(JSON.parse(finished.stdout) as Probed, finished.stderr);
		},

		async decode(task) {
			const { path, container, inspected, output, maxDurationMs, signal } = task;
			const cpuSeconds = 30 + maxDurationMs / 1000 / SPEED;
			const finished = await runLimited(
				[
					...[ffmpeg, "-hide_banner", "-nostdin", "-loglevel", "error"],
					...["-threads", "1", ...READING, "-f", DEMUXERS[container], "-i", `file:${path}`],
					...["-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"],
					...["-threads", "1", "-t", String(maxDurationMs / 1000), "-ar", "16000", "-ac", String(inspected.channels)],
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
			if (finished.exitCode !== 0) throw unreadable("is damaged", describe(finished));
			return { isIntact: finished.stderr === "" };
		},
	};
}

interface Probed {
	readonly streams?: readonly {
		readonly codec_type?: string;
		readonly codec_name?: string;
		readonly channels?: number;
		readonly duration?: string;
		readonly disposition?: { readonly attached_pic?: number };
	}[];
	readonly format?: { readonly duration?: string };
}

function inspectedOf({ streams = [], format }: Probed, warnings: string): Inspected {
	const audio = streams.find(({ codec_type }) => codec_type === "audio");
	// Covers of albums are streams of pictures too.
	const hasVideo = streams.some(({ codec_type, disposition }) => codec_type === "video" && !disposition?.attached_pic);
	const seconds = Number(audio?.duration ?? format?.duration);
	const durationMs = seconds > 0 ? Math.round(seconds * 1000) : null;
	const isEstimate = warnings.includes("Estimating duration");
	return {
		durationMs,
		announcedMs: isEstimate ? null : durationMs,
		channels: audio?.channels ?? 0,
		hasVideo,
		codec: audio ? (audio.codec_name ?? "an unknown codec") : null,
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
