/**
 * Makes the recording of `parley seed`: two synthetic voices, the teacher on the left channel and a student on the right,
 * as Ogg Opus. Needs `flite` and `ffmpeg`; run again only to change the text.
 *
 *   bun scripts/demo-lesson.ts > src/cli/seed/lesson.opus
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMO_LESSON } from "#db/seed/lesson";

const RATE = 16_000;
/** Silence after each sentence, in samples. */
const PAUSE = RATE * 0.45;
const VOICES = { teacher: "rms", student: "slt" } as const;

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
	const spoken = DEMO_LESSON.map(({ speaker, text }) => ({ speaker, samples: speak(folder, VOICES[speaker], text) }));
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
