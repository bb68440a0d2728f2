import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { keptPath } from "./kept-files.ts";

/** Five people who clap, each with a pause of their own. */
const CLAPPING = [0.19, 0.23, 0.28, 0.31, 0.37].map((pause, person) => {
	const clap = `synth 0.06 whitenoise band -n ${900 + 300 * person} 900 fade l 0.001 0.06 0.055 pad 0 ${pause}`;
	return `|sox -n -r 16000 -p ${clap} gain -n -12 pad ${0.05 * person} repeat 60 trim 0 12`;
});

const MUSIC = ["C3 E3 G3 C4", "A2 C3 E3 A3", "F2 A2 C3 F3", "G2 B2 D3 G3"].map((chord) => {
	const notes = chord.split(" ").map((note) => `pluck ${note}`);
	return `|sox -n -r 16000 -p synth 1.5 ${notes.join(" ")} remix - gain -n -9`;
});

const FILE = ["-b", "16", "-c", "1"];

/** The arguments with which sox makes each sound: 12 s at 16 kHz, `FILE` before the path. */
const RECIPES = {
	silence: (path: string) => ["-n", "-r", "16000", ...FILE, path, "trim", "0", "12"],
	"white noise": (path: string) => noise(path, "whitenoise", "gain", "-n", "-20"),
	"pink noise": (path: string) => noise(path, "pinknoise", "gain", "-n", "-14"),
	"brown noise": (path: string) => noise(path, "brownnoise", "gain", "-n", "-10"),
	hiss: (path: string) => noise(path, "whitenoise", "highpass", "3000", "gain", "-n", "-40"),
	music: (path: string) => [...MUSIC, ...MUSIC, ...FILE, path],
	clapping: (path: string) => ["-m", ...CLAPPING, ...FILE, path, "gain", "-n", "-6"],
};

function noise(path: string, kind: string, ...effects: readonly string[]): string[] {
	return ["-n", "-r", "16000", ...FILE, path, "synth", "12", kind, ...effects];
}

/** A sound that is no speech. */
export type Sound = keyof typeof RECIPES;
export const SOUNDS: readonly Sound[] = [
	"silence",
	"white noise",
	"pink noise",
	"brown noise",
	"hiss",
	"music",
	"clapping",
];

/** Returns the path of a WAV file of twelve seconds, made once and kept. */
export async function soundPath(name: Sound): Promise<string> {
	const path = keptPath(`sound-${Bun.hash(JSON.stringify(RECIPES[name]("")))}.wav`);
	if (existsSync(path)) return path;
	const folder = mkdtempSync(join(tmpdir(), "parley-sound-"));
	try {
		const made = join(folder, "made.wav");
		// `-R`: the same noise each time.
		await $`sox -R ${RECIPES[name](made)}`.quiet();
		renameSync(made, path);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return path;
}

const powerOf = (samples: Float32Array): number => samples.reduce((sum, each) => sum + each * each, 0) / samples.length;

/** Returns speech with a sound under it, again and again. @param distanceDb how much louder the speech is */
export function mixed(speech: Float32Array, sound: Float32Array, distanceDb: number): Float32Array {
	const gain = Math.sqrt(powerOf(speech) / powerOf(sound) / 10 ** (distanceDb / 10));
	const sum = speech.map((sample, at) => sample + gain * (sound[at % sound.length] ?? 0));
	const loudest = sum.reduce((top, sample) => Math.max(top, Math.abs(sample)), 1);
	return sum.map((sample) => sample / loudest);
}
