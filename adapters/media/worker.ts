import {
	ADTS,
	type AudioSample,
	AudioSampleSink,
	FilePathSource,
	FLAC,
	Input,
	type InputAudioTrack,
	type InputFormat,
	MATROSKA,
	MP3,
	MP4,
	OGG,
	QTFF,
	WAVE,
	WEBM,
} from "mediabunny";
import type { Container, Inspected } from "#modules/engines/media";
import { registerDecoders } from "./decoders.ts";
import { PcmWriter } from "./pcm-writer.ts";

/** Work of a child process, as JSON in its only argument. */
export type WorkerTask =
	| { readonly do: "inspect"; readonly path: string; readonly container: Container }
	| {
			readonly do: "decode";
			readonly path: string;
			readonly container: Container;
			readonly channels: number;
			readonly output: string;
			readonly maxDurationMs: number;
	  };

/** A line of a child process: what it found, how far it is, why it decoded no more, or why it failed. */
export type WorkerLine =
	| { readonly inspected: Inspected }
	| { readonly doneMs: number }
	| { readonly stoppedBy: string }
	| { readonly failed: "disk_full" | "unreadable"; readonly detail: string };

/** The readers of each container; others would be tried otherwise, among them those of playlists. */
const FORMATS: Readonly<Partial<Record<Container, readonly InputFormat[]>>> = {
	matroska: [MATROSKA, WEBM],
	mp4: [MP4, QTFF],
	ogg: [OGG],
	mp3: [MP3],
	wav: [WAVE],
	flac: [FLAC],
	adts: [ADTS],
};

/** Bytes in which the first frame of an MP3 is looked for: it comes after a tag with pictures. */
const MP3_HEAD_BYTES = 1024 * 1024;
/** Largest file that is read from beginning to end to find its duration, in bytes. */
const MAX_SCAN_BYTES = 16 * 1024 * 1024;
/** Time between two reports of progress, in ms. */
const REPORT_MS = 500;

/** Runs a task and prints its outcome, one JSON text a line. The whole process is for this one task. */
export async function runFileWorker(task: WorkerTask): Promise<void> {
	try {
		if (task.do === "inspect") print({ inspected: await inspect(task.path, task.container) });
		else await decode(task);
	} catch (error) {
		const isFull = error instanceof Error && "code" in error && error.code === "ENOSPC";
		print({ failed: isFull ? "disk_full" : "unreadable", detail: String(error) });
	}
}

const print = (line: WorkerLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** Opens a file. @throws Error for formats that are not read here */
function open(path: string, container: Container): Input {
	const formats = FORMATS[container];
	if (!formats) throw new Error(`${container} is not read`);
	return new Input({ formats: [...formats], source: new FilePathSource(path) });
}

async function inspect(path: string, container: Container): Promise<Inspected> {
	const input = open(path, container);
	const audio = await input.getPrimaryAudioTrack();
	const hasVideo = (await input.getVideoTracks()).length > 0;
	if (!audio && !hasVideo) throw new Error("no tracks");
	if (!audio) return { durationMs: null, announcedMs: null, channels: 0, hasVideo, codec: null };
	const start = await input.getFirstTimestamp();
	const stated = await audio.getDurationFromMetadata();
	const isStatement = stated !== null && (await statesDuration(path, container));
	const end = await lastInstant(audio, path, container).catch(() => null);
	return {
		durationMs: inMs((end ?? stated ?? 0) - start),
		announcedMs: isStatement ? inMs(stated - start) : null,
		channels: await audio.getNumberOfChannels(),
		hasVideo,
		codec: await codecOf(audio),
	};
}

/** Returns the end of the audio in seconds; null where it would take reading a large file as a whole. */
async function lastInstant(audio: InputAudioTrack, path: string, container: Container): Promise<number | null> {
	const isSequential = container === "mp3" || container === "adts";
	if (isSequential && Bun.file(path).size > MAX_SCAN_BYTES) return null;
	return audio.computeDuration();
}

/** Whether a file states its duration. An MP3 does in a tag in its first frame; without, there are only estimates. */
async function statesDuration(path: string, container: Container): Promise<boolean> {
	if (container !== "mp3") return true;
	const head = await Bun.file(path).slice(0, MP3_HEAD_BYTES).bytes();
	return /Xing|Info|VBRI/.test(Buffer.from(head.buffer).toString("latin1"));
}

async function codecOf(audio: InputAudioTrack): Promise<string> {
	const codec = (await audio.getCodec()) ?? String((await audio.getInternalCodecId()) ?? "an unknown codec");
	return /^(pcm-|ulaw$|alaw$)/.test(codec) ? "pcm" : codec;
}

const inMs = (seconds: number): number | null =>
	seconds > 0 && Number.isFinite(seconds) ? Math.round(seconds * 1000) : null;

async function decode(task: Extract<WorkerTask, { do: "decode" }>): Promise<void> {
	registerDecoders();
	const input = open(task.path, task.container);
	const audio = await input.getPrimaryAudioTrack();
	if (!audio) throw new Error("no audio");
	const start = await input.getFirstTimestamp();
	const writer = new PcmWriter(task.output, task.channels, task.maxDurationMs);
	let reportedAt = performance.now();
	for await (const sample of samplesOf(audio)) {
		sample.setTimestamp(sample.timestamp - start);
		writer.write(sample);
		const doneMs = Math.round(sample.timestamp * 1000);
		sample.close();
		if (writer.isFull) break;
		if (performance.now() - reportedAt < REPORT_MS) continue;
		reportedAt = performance.now();
		print({ doneMs });
	}
	writer.end();
}

/** Yields what can be decoded. A recording that was cut off is good up to there. */
async function* samplesOf(audio: InputAudioTrack): AsyncGenerator<AudioSample> {
	try {
		yield* new AudioSampleSink(audio).samples();
	} catch (error) {
		print({ stoppedBy: String(error) });
	}
}
