import { describe, expect } from "bun:test";
import { render } from "#kernel/texts";
import type { SpeechToText } from "#modules/engines/speech";
import { audioOf, engineTest, openEngines, readWav, WHISPER_SERVER } from "../support/engines.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { MEETING, saidWords } from "../support/meeting.ts";
import { mixed, SOUNDS, soundPath } from "../support/sounds.ts";
import { speak } from "../support/spoken.ts";

const { signal } = new AbortController();
const opened = await forThisFile(openEngines({ whisperServer: WHISPER_SERVER, model: "tiny" }));

function engineOf(provider: "whisper-server" | "onnx"): SpeechToText {
	const engine = opened.adapters.find(provider);
	if ("unavailable" in engine) throw new Error(render(engine.unavailable.detail, "en"));
	return engine;
}

async function textOf(engine: SpeechToText, samples: Float32Array): Promise<string> {
	const { segments } = await engine.transcribe(samples, { language: null, signal });
	return segments.map(({ text }) => text).join(" ");
}

/** An engine gives way to everything else on a busy machine. */
const PATIENCE_MS = 600_000;

describe.each(["whisper-server", "onnx"] as const)("%s with the smallest model", (provider) => {
	engineTest(
		"invents nothing where nobody speaks, if the detection of speech lets it through",
		async () => {
			const heard: Record<string, string> = {};
			for (const sound of SOUNDS) {
				const audio = await readWav(await soundPath(sound));
				heard[sound] = await textOf(engineOf(provider), await audio.read(0, 0, 6_000));
			}

			expect(heard).toEqual(Object.fromEntries(SOUNDS.map((sound) => [sound, ""])));
		},
		PATIENCE_MS,
	);
});

engineTest(
	"a small model that cannot follow through noise leaves words out, and does not repeat itself",
	async () => {
		const clear = await readWav(await speak(MEETING.slice(0, 8)));
		const noise = await readWav(await soundPath("white noise"));
		const noisy = mixed(await clear.read(0, 0, clear.durationMs), await noise.read(0, 0, 12_000), 10);
		const audio = audioOf(noisy);
		const heard: string[] = [];

		for (const { startMs, endMs } of await opened.engines.detectSpeech(audio, 0, { signal }))
			heard.push(await textOf(engineOf("onnx"), await audio.read(0, startMs, endMs)));

		const said = saidWords(
			MEETING.slice(0, 8)
				.map(({ text }) => text)
				.join(" "),
		);
		expect(saidWords(heard.join(" ")).length).toBeLessThanOrEqual(said.length);
	},
	PATIENCE_MS,
);
