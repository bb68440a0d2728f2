import { describe, expect } from "bun:test";
import { render } from "#kernel/texts";
import type { HeardWindow, PcmAudio, SpeechProvider, SpeechToText } from "#modules/engines/speech";
import { engineTest, humanClips, openEngines, readWav, type TestEngines, WHISPER_SERVER } from "../support/engines.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { MEETING, saidWords } from "../support/meeting.ts";
import { speak, wordErrorRate } from "../support/spoken.ts";

const { signal } = new AbortController();

interface Installed {
	readonly provider: SpeechProvider;
	readonly model: string;
	readonly opened: TestEngines;
}

const installed: readonly Installed[] = await Promise.all(
	(
		[
			["whisper-server", "tiny"],
			["onnx", "base"],
		] as const
	).map(async ([provider, model]) => ({
		provider,
		model,
		opened: await forThisFile(openEngines({ whisperServer: WHISPER_SERVER, model })),
	})),
);

function engineOf({ opened, provider }: Installed): SpeechToText {
	const engine = opened.adapters.find(provider);
	if ("unavailable" in engine) throw new Error(render(engine.unavailable.detail, "en"));
	return engine;
}

/** Transcribes all speech of a channel, window by window. */
async function transcribeAll(which: Installed, audio: PcmAudio): Promise<readonly HeardWindow[]> {
	const heard: HeardWindow[] = [];
	for (const { startMs, endMs } of await which.opened.engines.detectSpeech(audio, 0, { signal }))
		heard.push(await engineOf(which).transcribe(await audio.read(0, startMs, endMs), { language: null, signal }));
	return heard;
}

const textOf = (windows: readonly HeardWindow[]): string =>
	windows.flatMap(({ segments }) => segments.map(({ text }) => text)).join(" ");

/** An engine gives way to everything else on a busy machine. */
const PATIENCE_MS = 600_000;

describe.each(installed.map((which) => [`${which.provider} with whisper-${which.model}`, which] as const))(
	"%s",
	(_name, which) => {
		engineTest(
			"hears a meeting of two voices with at most 5 % wrong words",
			async () => {
				const audio = await readWav(await speak(MEETING));

				const heard = await transcribeAll(which, audio);

				const expected = saidWords(MEETING.map(({ text }) => text).join(" "));
				expect(wordErrorRate(expected, saidWords(textOf(heard)))).toBeLessThanOrEqual(0.05);
				expect(heard.every(({ language }) => language === "en")).toBe(true);
			},
			PATIENCE_MS,
		);

		engineTest(
			"hears people with at most 10 % wrong words",
			async () => {
				const expected: string[] = [];
				const said: string[] = [];
				for (const { path, text } of await humanClips()) {
					expected.push(...saidWords(text));
					said.push(...saidWords(textOf(await transcribeAll(which, await readWav(path)))));
				}

				expect(wordErrorRate(expected, said)).toBeLessThanOrEqual(0.1);
			},
			PATIENCE_MS,
		);

		engineTest(
			"gives times that never go back and stay in the window, of words too",
			async () => {
				const audio = await readWav(await speak(MEETING.slice(0, 4)));

				const { segments } = await engineOf(which).transcribe(await audio.read(0, 0, 28_000), {
					language: "en-GB",
					signal,
				});

				const words = segments.flatMap((segment) => segment.words ?? []);
				expect(words.map(({ text }) => text).join(" ")).toBe(segments.map(({ text }) => text).join(" "));
				for (const spans of [segments, words]) {
					const times = spans.flatMap(({ startMs, endMs }) => [startMs, endMs]);
					expect(times.every((ms) => Number.isInteger(ms) && ms >= 0 && ms <= audio.durationMs)).toBe(true);
					expect(spans.map(({ startMs }) => startMs)).toEqual(
						spans.map(({ startMs }) => startMs).sort((a, b) => a - b),
					);
					expect(spans.every(({ startMs, endMs }) => startMs <= endMs)).toBe(true);
				}
				expect(segments.every(({ confidence }) => confidence !== null && confidence > 0.3 && confidence <= 1)).toBe(
					true,
				);
			},
			120_000,
		);
	},
);
