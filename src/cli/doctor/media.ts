import { findFfmpeg } from "#adapters/media/tools";
import type { Config } from "../../config.ts";
import type { Finding } from "./finding.ts";

/** Checks whether recordings of every format can be decoded. */
export function checkMedia({ ffmpegPath }: Config): Finding {
	const check = "media";
	const program = findFfmpeg(ffmpegPath);
	const alone = "only WAV, MP3, and Opus in WebM or Ogg can be decoded";
	if (program === null) {
		if (ffmpegPath === "none") return { check, verdict: "ok", detail: `without ffmpeg: ${alone}` };
		const missing = ffmpegPath === undefined ? "ffmpeg is not installed" : `${ffmpegPath} is not a program`;
		const mend = "install ffmpeg, or set FFMPEG_PATH to its path, or to none to do without";
		return { check, verdict: "warn", detail: `${missing}: ${alone}`, mend };
	}
	const run = Bun.spawnSync([program, "-version"], { stdin: "ignore", stderr: "ignore", timeout: 5000 });
	const [, version] = /^ffmpeg version (\S+)/.exec(run.stdout.toString()) ?? [];
	if (version !== undefined) return { check, verdict: "ok", detail: `ffmpeg ${version} (${program})` };
	return { check, verdict: "warn", detail: `${program} does not run`, mend: "set FFMPEG_PATH to a working ffmpeg" };
}
