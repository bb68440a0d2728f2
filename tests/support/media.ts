import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMediaTools, FILE_WORKER } from "#adapters/media/tools";
import { createMediaModule, type DecodedAudio, type Media } from "#modules/engines/media";
import { ownProgram } from "#src/own-program";
import { forThisFile } from "./for-this-file.ts";

/** Whether the programs that make media for tests are installed. Without one tests are skipped, which CI does not accept. */
export const hasMediaPrograms = ["ffmpeg", "flite", "sox"].every((program) => Bun.which(program) !== null);

/** Sentences of two voices. */
export const SENTENCES = {
	slt: "The budget for the new library is approved. Maria will send the report to the supplier by Friday.",
	rms: "I agree with the plan. We should meet again next Tuesday at ten.",
} as const;

/** A folder of media made for a test file. */
export interface MediaFolder {
	readonly path: string;
	/** Runs a program in the folder. `{name}` in an argument is not special: arguments are passed as they are. */
	run(...command: readonly string[]): Promise<void>;
	/** Returns the path of a file in the folder. */
	at(name: string): string;
	/** Writes a file and returns its path. */
	write(name: string, content: string | Uint8Array): Promise<string>;
	/** Writes the beginning of a file to another and returns its path. */
	cut(name: string, part: number): Promise<string>;
}

/** Makes a folder with `slt.wav` and `rms.wav`, 48 kHz mono; removed after the last test of the file. */
export async function useMediaFolder(): Promise<MediaFolder> {
	const path = await mkdtemp(join(tmpdir(), "parley-media-"));
	const at = (name: string) => join(path, name);
	const folder: MediaFolder = {
		path,
		at,
		async run(...command) {
			const process = Bun.spawn([...command], { cwd: path, stdin: "ignore", stdout: "ignore", stderr: "pipe" });
			if ((await process.exited) !== 0)
				throw new Error(`${command.join(" ")}: ${await new Response(process.stderr).text()}`);
		},
		async write(name, content) {
			await Bun.write(at(name), content);
			return at(name);
		},
		async cut(name, part) {
			const whole = Bun.file(at(name));
			return folder.write(`cut-${name}`, await whole.slice(0, Math.floor(whole.size * part)).bytes());
		},
	};
	await forThisFile(Promise.resolve({ close: () => rm(path, { recursive: true }) }));
	if (!hasMediaPrograms) return folder;
	for (const [voice, text] of Object.entries(SENTENCES)) {
		await folder.run("flite", "-voice", voice, "-t", text, `${voice}-16k.wav`);
		await folder.run("sox", `${voice}-16k.wav`, "-r", "48000", `${voice}.wav`);
	}
	return folder;
}

/** Opens the module that reads media. @param ffmpegPath as `FFMPEG_PATH` */
export const openMedia = (ffmpegPath?: string): Media =>
	createMediaModule(createMediaTools({ ffmpegPath, workerCommand: [...ownProgram(), FILE_WORKER] })).media;

/** Returns all samples of a channel. */
export const samplesOf = (audio: DecodedAudio, channel = 0): Promise<Float32Array> =>
	audio.read(channel, 0, audio.durationMs);

/** Returns the root mean square of a part of a channel. */
export async function loudness(audio: DecodedAudio, channel: number, startMs: number, endMs: number): Promise<number> {
	const samples = await audio.read(channel, startMs, endMs);
	return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** Returns the highest correlation of two sounds that are shifted against each other by at most `shiftMs`. */
export function correlation(a: Float32Array, b: Float32Array, shiftMs: number): number {
	const most = shiftMs * 16;
	const end = Math.min(a.length, b.length) - most;
	/** Correlation at a shift, of every `step`th sample. */
	function at(shift: number, step: number): number {
		let [ab, aa, bb] = [0, 0, 0];
		for (let index = most; index < end; index += step) {
			const x = a[index] ?? 0;
			const y = b[index + shift] ?? 0;
			ab += x * y;
			aa += x * x;
			bb += y * y;
		}
		return ab / Math.sqrt(aa * bb);
	}
	const shifts = Array.from({ length: 2 * most + 1 }, (_, index) => index - most);
	// A few thousand samples tell which shifts are the best ones, and all samples which of them is.
	const rough = new Map(shifts.map((shift) => [shift, at(shift, 41)]));
	const likely = shifts.toSorted((one, other) => (rough.get(other) ?? 0) - (rough.get(one) ?? 0)).slice(0, 10);
	return Math.max(...likely.map((shift) => at(shift, 1)));
}

/** Returns the names of the files in a folder. */
export const filesIn = (path: string): Promise<string[]> => readdir(path);
