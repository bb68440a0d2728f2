import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { keptPath } from "./kept-files.ts";

/** A sentence and who says it. */
export interface Spoken {
	readonly voice: "slt" | "rms";
	readonly text: string;
}

/** What two people say in a meeting of half a minute. */
export const DIALOGUE: readonly Spoken[] = [
	{ voice: "slt", text: "Good morning everyone, let us start with the budget for next year." },
	{ voice: "rms", text: "The supplier has raised the price by twelve percent." },
	{ voice: "slt", text: "Then we need a second offer before the end of March." },
	{ voice: "rms", text: "I will send the updated report to the customer by Friday." },
	{ voice: "slt", text: "We decided to delay the launch of the product." },
	{ voice: "rms", text: "Who is going to tell the marketing team about it?" },
];

/** How the audio is laid out: one channel for both voices, or one for each. */
export interface SpokenOptions {
	readonly channels?: 1 | 2;
	/** Extension of the file, which decides about its format; default wav. */
	readonly format?: "wav" | "webm" | "mp3" | "m4a" | "ogg";
	/** How often the sentences are said; default once. */
	readonly times?: number;
	/** Seconds of silence after each sentence, besides the usual pause; default none. */
	readonly silence?: number;
}

/**
 * Returns the path of a file in which a speech synthesizer says these sentences, with pauses between them. Made once
 * and kept: the same sentences are the same file.
 */
export async function speak(
	sentences: readonly Spoken[],
	{ channels = 1, format = "wav", times = 1, silence = 0 }: SpokenOptions = {},
): Promise<string> {
	const name = Bun.hash(JSON.stringify([sentences, channels, times, ...(silence > 0 ? [silence] : [])])).toString(36);
	const path = keptPath(`spoken-${name}.${format}`);
	if (existsSync(path)) return path;
	const folder = mkdtempSync(join(tmpdir(), "parley-speaking-"));
	try {
		const parts: string[] = [];
		for (const [index, { voice, text }] of sentences.entries()) {
			const [plain, part] = [join(folder, `${index}.wav`), join(folder, `${index}p.wav`)];
			await $`flite -voice ${voice} -t ${text} -o ${plain}`.quiet();
			const mix = channels === 1 ? [] : ["remix", ...(voice === "slt" ? ["1", "0"] : ["0", "1"])];
			await $`sox ${plain} -r 16000 ${part} ${mix} pad 0.3 ${0.4 + silence}`.quiet();
			parts.push(part);
		}
		const all = join(folder, "all.wav");
		await $`sox ${Array.from({ length: times }, () => parts).flat()} ${all}`.quiet();
		const made = join(folder, `made.${format}`);
		if (format === "wav") renameSync(all, made);
		else await $`ffmpeg -loglevel error -i ${all} ${made}`.quiet();
		renameSync(made, path);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return path;
}

/** Returns the words of a text as they are compared: lower case, without punctuation. */
export const wordsOf = (text: string): readonly string[] =>
	text
		.toLowerCase()
		.replaceAll("12%", "twelve percent")
		.replaceAll("12 percent", "twelve percent")
		.match(/[\p{L}\p{N}']+/gu) ?? [];

/** Returns the word error rate, 0…: the edits from `reference` to `heard` for each word of `reference`. */
export function wordErrorRate(reference: readonly string[], heard: readonly string[]): number {
	let previous = heard.map((_word, index) => index + 1);
	for (const [row, expected] of reference.entries()) {
		let diagonal = row;
		let left = row + 1;
		const current: number[] = [];
		for (const [column, word] of heard.entries()) {
			const above = previous[column] ?? 0;
			left = Math.min(above + 1, left + 1, diagonal + (word === expected ? 0 : 1));
			diagonal = above;
			current.push(left);
		}
		previous = current;
	}
	return (previous.at(-1) ?? reference.length) / reference.length;
}
