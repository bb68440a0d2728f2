import { decoderKilled } from "#modules/engines/media";
import type { Drawn, Pictures } from "#modules/tenancy/branding";
import { runLimited } from "./limited-process.ts";

/** Name of the hidden command of a child process that draws a picture. */
export const PICTURE_WORKER = "picture-worker";

/** Limits of the child: a picture of 4096 × 4096 takes 0.5 s and 150 MB. */
const LIMITS = { cpuSeconds: 10, wallSeconds: 30, fileBytes: 1 << 20, residentBytes: 512 << 20 };

/**
 * Creates what draws pictures anew: the program runs itself as a child process for each.
 * @param command starts a child: the program and its hidden command
 */
export const createPictures = (command: readonly string[]): Pictures => ({
	async draw({ signal, ...task }) {
		const { exitCode, wasInterrupted, stdout, stderr } = await runLimited([...command, JSON.stringify(task)], {
			...LIMITS,
			signal,
		});
		if (wasInterrupted) throw decoderKilled(new Error(`a picture was not drawn: ${stderr.slice(0, 2000)}`));
		// One that ends the decoder, or takes more than it may have, is as good as damaged.
		return exitCode === 0 ? (JSON.parse(stdout) as Drawn) : "unreadable";
	},
});
