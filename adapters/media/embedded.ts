import type { AppError } from "#kernel/errors";
import {
	type Container,
	decoderKilled,
	diskFull,
	type Inspected,
	type MediaDecoder,
	type MediaInspector,
	unreadable,
} from "#modules/engines/media";
import { type Finished, type ProcessLimits, runLimited } from "./limited-process.ts";
import type { WorkerLine, WorkerTask } from "./worker.ts";

/** Codecs that are decoded without ffmpeg. */
const CODECS = ["pcm", "opus", "mp3"];
/** Memory of a child process: decoding an hour takes 300 MB. */
const MEMORY_BYTES = 1024 * 1024 * 1024;
/** CPU seconds for looking into a file: where nothing states the duration, all of it is read. */
const INSPECT_SECONDS = 15;
/** How much faster than real time decoding is at least, in one channel. */
const SPEED = 20;

/**
 * Creates the decoder that is part of the program, which runs itself as a child process for it.
 * @param command starts a child: the program and its hidden command
 */
export function createEmbeddedDecoder(command: readonly string[]): MediaInspector & MediaDecoder {
	return {
		decodes: (codec) => CODECS.includes(codec),

		async inspect(path: string, container: Container, signal: AbortSignal): Promise<Inspected> {
			const limits = {
				cpuSeconds: INSPECT_SECONDS,
				wallSeconds: 3 * INSPECT_SECONDS,
				fileBytes: 0,
				residentBytes: MEMORY_BYTES,
			};
			let inspected: Inspected | undefined;
			const finished = await run({ do: "inspect", path, container }, limits, signal, (line) => {
				if ("inspected" in line) ({ inspected } = line);
			});
			if (!inspected) throw unreadable("is damaged", endOf(finished));
			return inspected;
		},

		async decode({ path, container, inspected: { channels, durationMs }, output, maxDurationMs, signal, onProgress }) {
			const cpuSeconds = 30 + (channels * maxDurationMs) / 1000 / SPEED;
			const fileBytes = (maxDurationMs + 10_000) * 32 * channels;
			const limits = { cpuSeconds, wallSeconds: 60 + 10 * cpuSeconds, fileBytes, residentBytes: MEMORY_BYTES };
			let isIntact = true;
			await run({ do: "decode", path, container, channels, output, maxDurationMs }, limits, signal, (line) => {
				if ("stoppedBy" in line) isIntact = false;
				else if ("doneMs" in line && durationMs) onProgress?.(Math.min(1, line.doneMs / durationMs));
			});
			return { isIntact };
		},
	};

	/** Runs a child. @throws `media_unreadable`, `unavailable`, the reason of `signal` */
	async function run(
		task: WorkerTask,
		limits: ProcessLimits,
		signal: AbortSignal,
		onLine: (line: WorkerLine) => void,
	): Promise<Finished> {
		let failure: AppError | undefined;
		const finished = await runLimited([...command, JSON.stringify(task)], {
			...limits,
			signal,
			onLine(text) {
				const line = JSON.parse(text) as WorkerLine;
				if (!("failed" in line)) onLine(line);
				else if (line.failed === "disk_full") failure = diskFull(new Error(line.detail));
				else failure = unreadable("is damaged", new Error(line.detail));
			},
		});
		if (failure) throw failure;
		if (finished.wasInterrupted) throw decoderKilled(endOf(finished));
		if (finished.exitCode !== 0) throw unreadable("is damaged", endOf(finished));
		return finished;
	}
}

const endOf = ({ exitCode, stderr }: Finished): Error =>
	new Error(`the decoder ended with ${exitCode ?? "a signal"}: ${stderr.slice(0, 2000)}`);
