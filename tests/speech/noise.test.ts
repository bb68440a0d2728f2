import { describe, expect, test } from "bun:test";
import { readTranscription } from "#adapters/speech/transcription";
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

const WINDOW_MS = 1_000;

/** Returns what is believed of the segments of a server's answer. */
const believed = (segments: readonly object[]): readonly string[] =>
	readTranscription({ text: "", segments }, WINDOW_MS, "en").segments.map(({ text }) => text);

describe("the answer of a server with Whisper", () => {
	test("is not believed where it repeats itself, describes sounds, or guesses in what may be noise", () => {
		const sentence = (start: number, text: string, figures: object = {}) => ({
			start,
			end: start + 0.1,
			text,
			...figures,
		});

		const texts = believed([
			sentence(0, "No, no, no."),
			sentence(0.1, "Thank you for watching! ".repeat(9)),
			sentence(0.2, "[Music]"),
			sentence(0.3, "(applause) ♪ la la la ♪ *claps*"),
			sentence(0.4, "See you next time!", { avg_logprob: -0.8, no_speech_prob: 0.4 }),
			sentence(0.5, "See you next time!", { avg_logprob: -0.1, no_speech_prob: 0.4 }),
			sentence(0.6, "Good (laughs) morning.", { avg_logprob: -0.3, no_speech_prob: 0.1 }),
			sentence(0.7, "。、…"),
			sentence(0.8, "はい。"),
		]);

		expect(texts).toEqual(["No, no, no.", "Good (laughs) morning.", "はい。"]);
	});

	test("is believed the first of the sentences that come again and again, and what follows them", () => {
		const repeated = Array.from({ length: 20 }, (_, at) => ({
			start: at / 25,
			end: at / 25,
			text: "I will send the report.",
		}));

		const texts = believed([...repeated, { start: 0.9, end: 1, text: "Who is going to tell the marketing team?" }]);

		expect(texts.length).toBeWithin(2, 8);
		expect(texts.at(-1)).toBe("Who is going to tell the marketing team?");
	});
});

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
