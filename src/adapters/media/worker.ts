import {
	ADTS,
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
import type { Container, Inspected } from "#modules/media";
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

/** A line of a child process: what it found, how far it is, or why it failed. */
export type WorkerLine =
	| { readonly inspected: Inspected }
	| { readonly doneMs: number }
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

/** Time between two reports of progress, in ms. */
const REPORT_MS = 500;

/** Runs a task and prints its outcome, one JSON text a line. The whole process is for this one task. */
export async function runMediaWorker(task: WorkerTask): Promise<void> {
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
	if (!FORMATS[container])
		return { durationMs: null, announcedMs: null, channels: 1, hasVideo: false, codec: container };
	const input = open(path, container);
	const audio = await input.getPrimaryAudioTrack();
	const hasVideo = (await input.getVideoTracks()).length > 0;
	if (!audio)
		return { durationMs: inMs(await input.computeDuration()), announcedMs: null, channels: 0, hasVideo, codec: null };
	return {
		durationMs: inMs(await audio.computeDuration()),
		announcedMs: inMs(await audio.getDurationFromMetadata()),
		channels: await audio.getNumberOfChannels(),
		hasVideo,
		codec: await codecOf(audio),
	};
}

async function codecOf(audio: InputAudioTrack): Promise<string> {
	const codec = (await audio.getCodec()) ?? "an unknown codec";
	return /^(pcm-|ulaw$|alaw$)/.test(codec) ? "pcm" : codec;
}

const inMs = (seconds: number | null): number | null =>
	seconds !== null && seconds > 0 && Number.isFinite(seconds) ? Math.round(seconds * 1000) : null;

async function decode(task: Extract<WorkerTask, { do: "decode" }>): Promise<void> {
	registerDecoders();
	const audio = await open(task.path, task.container).getPrimaryAudioTrack();
	if (!audio) throw new Error("no audio");
	const writer = new PcmWriter(task.output, task.channels, task.maxDurationMs);
	let reportedAt = performance.now();
	for await (const sample of new AudioSampleSink(audio).samples()) {
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
