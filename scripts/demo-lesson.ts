/**
 * Makes the recording of `parley seed`: two synthetic voices, the teacher on the left channel and a student on the right,
 * as Ogg Opus. Needs `flite` and `ffmpeg`; run again only to change the text.
 *
 *   bun scripts/demo-lesson.ts > src/cli/seed/lesson.opus
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const RATE = 16_000;
/** Silence after each sentence, in samples. */
const PAUSE = RATE * 0.45;
const VOICES = { teacher: "rms", student: "slt" } as const;

const LESSON: readonly (readonly [speaker: keyof typeof VOICES, text: string])[] = [
	["teacher", "Good morning everybody. Today we will look at what light does when it enters water."],
	["student", "Is that why a pencil looks bent in a glass of water?"],
	["teacher", "Exactly. The light bends at the surface, because it travels more slowly in water than in air."],
	["student", "How much more slowly does it travel?"],
	["teacher", "In water it has about three quarters of its speed in air. In glass it has about two thirds."],
	["student", "And if the light meets the surface straight on, does it bend then?"],
	["teacher", "No. It only bends when it arrives at an angle. Straight on, it slows down but keeps its direction."],
	["student", "So the angle in the water is always smaller than the angle in the air."],
	[
		"teacher",
		"That is right, and we call this refraction. Now think of the light on its way back, from the water into the air.",
	],
	["student", "Then it bends the other way, away from the normal line."],
	["teacher", "Very good. For Thursday, please measure both angles for five positions of the lamp, and draw a table."],
	["student", "May we work in pairs?"],
	["teacher", "Yes, in groups of two. Thank you, and see you on Thursday."],
];

/** Runs a program, which reads `input`, and returns what it writes. @throws Error when it fails */
function run(command: readonly string[], input?: Uint8Array): Uint8Array {
	const { success, stdout, stderr } = Bun.spawnSync([...command], { stdin: input ?? "ignore", stderr: "pipe" });
	if (!success) throw new Error(`${command[0]}: ${stderr.toString()}`);
	return stdout;
}

/** Returns the samples of a sentence, 16 bit, mono. */
function speak(folder: string, voice: string, text: string): Int16Array {
	const path = join(folder, "sentence.wav");
	run(["flite", "-voice", voice, "--setf", "duration_stretch=1.05", "-t", text, "-o", path]);
	const raw = run(["ffmpeg", "-v", "error", "-i", path, "-f", "s16le", "-ac", "1", "-ar", String(RATE), "-"]);
	return new Int16Array(raw.slice().buffer);
}

const folder = mkdtempSync(join(tmpdir(), "parley-lesson-"));
try {
	const spoken = LESSON.map(([speaker, text]) => ({ speaker, samples: speak(folder, VOICES[speaker], text) }));
	const length = spoken.reduce((sum, { samples }) => sum + samples.length + PAUSE, 0);
	const stereo = new Int16Array(2 * length);
	let at = 0;
	for (const { speaker, samples } of spoken) {
		for (const [n, sample] of samples.entries()) stereo[2 * (at + n) + (speaker === "teacher" ? 0 : 1)] = sample;
		at += samples.length + PAUSE;
	}
	const input = ["-f", "s16le", "-ac", "2", "-ar", String(RATE), "-i", "-"];
	const output = ["-c:a", "libopus", "-b:a", "24k", "-application", "voip", "-map_metadata", "-1", "-f", "ogg", "-"];
	await Bun.write(Bun.stdout, run(["ffmpeg", "-v", "error", ...input, ...output], new Uint8Array(stereo.buffer)));
} finally {
	rmSync(folder, { recursive: true });
}
