import { afterAll, beforeAll, expect } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { encodeFrame, readFrames } from "#adapters/speech/frames";
import { buildIfStale } from "../../scripts/build.ts";
import { BINARY, temporaryDirectory } from "../support/command.ts";
import { engineTest, humanClips, MODELS } from "../support/engines.ts";
import { pcmOf } from "../support/live-speech.ts";

const directory = temporaryDirectory();
afterAll(() => directory.remove());
const program = join(directory.path, "parley");
beforeAll(async () => {
	await buildIfStale();
	copyFileSync(BINARY, program);
}, 120_000);

engineTest(
	"the binary alone, with nothing beside it, hears live speech with Vosk, and ends with its input",
	async () => {
		const [clip] = await humanClips();
		const pcm = await pcmOf(clip?.path ?? "");
		const worker = Bun.spawn([program, "live-speech-worker"], {
			cwd: directory.path,
			env: {},
			stdin: "pipe",
			stdout: "pipe",
			stderr: "inherit",
		});
		const answers = readFrames(worker.stdout);
		const until = async (type: string) => {
			for (;;) {
				const { value } = await answers.next();
				if (!value) throw new Error("it has ended");
				if (value.header.type === type) return value.header;
			}
		};
		const tell = (header: Record<string, unknown>, payload: Uint8Array | null = null) =>
			worker.stdin.write(encodeFrame({ track: 1, ...header }, payload));

		void tell({
			do: "open",
			library: join(MODELS, "vosk-lib/libvosk.so"),
			folder: join(MODELS, "vosk-small-en"),
			silero: join(MODELS, "vad/silero_vad_v5.onnx"),
		});
		void tell({ do: "hear" }, pcm);
		void tell({ do: "finalize" });
		await worker.stdin.flush();
		const final = await until("final");
		await until("finalized");
		await worker.stdin.end();

		expect(JSON.stringify(final.segment)).toContain("leisure to consider");
		expect(await worker.exited).toBe(0);
	},
	120_000,
);
