import { afterAll, beforeAll, expect } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { encodeFrame, readFrames } from "#adapters/speech/frames";
import { buildIfStale } from "../../scripts/build.ts";
import { BINARY, temporaryDirectory } from "../support/command.ts";
import { engineTest, humanClips, MODELS, readWav } from "../support/engines.ts";

const directory = temporaryDirectory();
afterAll(() => directory.remove());
const program = join(directory.path, "parley");
beforeAll(async () => {
	await buildIfStale();
	copyFileSync(BINARY, program);
}, 120_000);

engineTest(
	"the binary alone, with nothing beside it, transcribes with the embedded engine, and ends with its input",
	async () => {
		const [clip] = await humanClips();
		const audio = await readWav(clip?.path ?? "");
		const worker = Bun.spawn([program, "speech-worker"], {
			cwd: directory.path,
			env: {},
			stdin: "pipe",
			stdout: "pipe",
			stderr: "inherit",
		});

		const request = { task: "transcribe", model: join(MODELS, "whisper-tiny-onnx"), language: "en" };
		void worker.stdin.write(encodeFrame(request, await audio.read(0, 0, audio.durationMs)));
		await worker.stdin.end();
		const answers = await Array.fromAsync(readFrames(worker.stdout));

		expect(await worker.exited).toBe(0);
		expect(answers.length).toBe(1);
		expect(JSON.stringify(answers[0]?.header)).toContain("leisure to consider");
	},
	120_000,
);
