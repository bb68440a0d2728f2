import type { MediaTools } from "#modules/engines/media";
import { createEmbeddedDecoder } from "./embedded.ts";
import { createFfmpeg } from "./ffmpeg.ts";

/** Name of the hidden command of a child process for the embedded decoder. */
export const FILE_WORKER = "file-worker";

/** Options of {@link createMediaTools}. */
export interface MediaToolsOptions {
	/** `FFMPEG_PATH`: path of ffmpeg, `none` to do without; undefined: found through `PATH`. */
	readonly ffmpegPath: string | undefined;
	/** Command that starts a child process for the embedded decoder; its task follows as an argument. */
	readonly workerCommand: readonly string[];
}

/** Returns the path of ffmpeg; null where it is not there or not wanted. @param configured `FFMPEG_PATH` */
export const findFfmpeg = (configured: string | undefined): string | null =>
	configured === "none" ? null : Bun.which(configured ?? "ffmpeg");

/** Creates the decoders. ffmpeg is looked for at each use, so that it can be installed while the program runs. */
export function createMediaTools({ ffmpegPath, workerCommand }: MediaToolsOptions): MediaTools {
	const embedded = createEmbeddedDecoder(workerCommand);
	return {
		embedded,
		findFfmpeg() {
			const program = findFfmpeg(ffmpegPath);
			return program === null ? null : createFfmpeg(program);
		},
	};
}
