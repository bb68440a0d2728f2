import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { staysInNetwork } from "#adapters/own-network";
import { languageTag, whisperCode } from "#adapters/speech/languages";
import { inEnglish, render } from "#kernel/texts";
import {
	chooseEngine,
	type EngineInfo,
	MAX_WINDOW_MS,
	type SpeechAdapters,
	type SpeechPolicy,
	type SpeechProvider,
} from "#modules/engines/speech";
import { packWindows } from "../../modules/engines/speech/windows.ts";
import { audioOf, engineTest, humanClips, openEngines, readWav } from "../support/engines.ts";
import { forThisFile } from "../support/for-this-file.ts";

const { signal } = new AbortController();
const withSilero = await forThisFile(openEngines());
const withoutModels = await forThisFile(openEngines({ modelsDir: "/nonexistent" }));

const FRAME_MS = 32;
const frames = (...parts: readonly (readonly [seconds: number, probability: number])[]): Float32Array =>
	Float32Array.from(
		parts.flatMap(([seconds, probability]) => Array<number>(Math.round((seconds * 1000) / FRAME_MS)).fill(probability)),
	);

/** Samples of noise, the same each time. */
function noise(seconds: number, loudness: number): Float32Array {
	let state = 1;
	return new Float32Array(seconds * 16_000).map(() => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return (state / 2_147_483_648 - 0.5) * 2 * loudness;
	});
}

async function speechBetweenSilence(): Promise<{ samples: Float32Array; endMs: number }> {
	const [clip] = await humanClips();
	const audio = await readWav(clip?.path ?? "");
	const samples = noise(20 + audio.durationMs / 1000, 0.001);
	for (const [i, sample] of (await audio.read(0, 0, audio.durationMs)).entries()) samples[160_000 + i] = sample;
	return { samples, endMs: 10_000 + audio.durationMs };
}

describe("windows of speech", () => {
	test("never overlap, stay in the audio, are short enough, and contain every frame of certain speech that lasts", () => {
		const probabilities = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.constantFrom(0, 0.1, 0.4, 0.6, 1)), {
			maxLength: 30,
		});
		fc.assert(
			fc.property(probabilities, (runs) => {
				const all = Float32Array.from(runs.flatMap(([count, value]) => Array<number>(count).fill(value)));
				const durationMs = all.length * FRAME_MS;

				const windows = packWindows(all, durationMs);

				for (const [index, { startMs, endMs }] of windows.entries()) {
					expect(startMs).toBeGreaterThanOrEqual(windows[index - 1]?.endMs ?? 0);
					expect(endMs).toBeGreaterThan(startMs);
					expect(endMs).toBeLessThanOrEqual(durationMs);
					expect(endMs - startMs).toBeLessThanOrEqual(MAX_WINDOW_MS);
				}
				let at = 0;
				for (const [count, value] of runs) {
					const from = at * FRAME_MS;
					at += count;
					if (value < 0.5 || count < 10) continue;
					const covered = windows.reduce(
						(sum, w) => sum + Math.max(0, Math.min(w.endMs, at * FRAME_MS) - Math.max(w.startMs, from)),
						0,
					);
					expect(covered).toBe(count * FRAME_MS);
				}
			}),
		);
	});

	test("hold several utterances when the pauses are short, and none of a long silence", () => {
		const windows = packWindows(frames([2, 1], [1, 0], [2, 1], [8, 0], [2, 1]), 15_000);

		expect(windows.map(({ startMs, endMs }) => [Math.round(startMs / 500) / 2, Math.round(endMs / 500) / 2])).toEqual([
			[0, 5],
			[13, 15],
		]);
	});

	test("are cut where the speaker is quietest when nobody pauses", () => {
		const windows = packWindows(frames([24, 0.9], [0.064, 0.5], [24, 0.9]), 48_064);

		expect(windows.length).toBe(2);
		expect(Math.abs((windows[0]?.endMs ?? 0) - 24_000)).toBeLessThan(200);
	});

	engineTest(
		"are found between silence by the model, and none in silence or noise",
		async () => {
			const { samples, endMs } = await speechBetweenSilence();

			const windows = await withSilero.engines.detectSpeech(audioOf(samples), 0, { signal });
			const ofSilence = await withSilero.engines.detectSpeech(audioOf(new Float32Array(160_000)), 0, { signal });
			const ofNoise = await withSilero.engines.detectSpeech(audioOf(noise(10, 0.05)), 0, { signal });

			expect(windows.length).toBe(1);
			expect(windows[0]?.startMs).toBeWithin(9_700, 10_500);
			expect(windows[0]?.endMs).toBeWithin(endMs - 700, endMs + 300);
			expect(ofSilence).toEqual([]);
			expect(ofNoise).toEqual([]);
		},
		120_000,
	);

	engineTest("are found by loudness where the model is missing", async () => {
		const { samples, endMs } = await speechBetweenSilence();
		const parts: number[] = [];

		const windows = await withoutModels.engines.detectSpeech(audioOf(samples), 0, {
			signal,
			onProgress: (part) => parts.push(part),
		});
		const ofSilence = await withoutModels.engines.detectSpeech(audioOf(new Float32Array(160_000)), 0, { signal });

		expect(windows.length).toBe(1);
		expect(windows[0]?.startMs).toBeWithin(9_700, 10_500);
		expect(windows[0]?.endMs).toBeWithin(endMs - 700, endMs + 300);
		expect(ofSilence).toEqual([]);
		expect(parts.at(-1)).toBe(1);
	});
});

describe("the choice of an engine", () => {
	const infoOf = (engine: SpeechProvider): EngineInfo => ({
		engine,
		model: engine === "whisper-server" ? "whisper-base.en" : "whisper-base",
		version: null,
		languages: engine === "whisper-server" ? ["en"] : "any",
		words: true,
		translates: engine !== "whisper-server",
		runsLocally: engine !== "openai",
	});
	const adaptersWith = (...present: readonly SpeechProvider[]): SpeechAdapters => ({
		find: (engine) =>
			present.includes(engine)
				? { info: infoOf(engine), transcribe: () => Promise.reject(new Error("not asked")) }
				: {
						unavailable: {
							code: "provider_not_configured",
							detail: inEnglish(engine),
							variable: engine,
							command: engine === "onnx" ? "parley models pull" : null,
						},
					},
		findLive: () => {
			throw new Error("not asked");
		},
		liveDetector: () => {
			throw new Error("not asked");
		},
		voiceActivity: () => null,
		close: async () => {},
	});
	const chosen = (...args: Parameters<typeof chooseEngine>) => {
		const choice = chooseEngine(...args);
		return "unavailable" in choice
			? (choice.unavailable.command ?? render(choice.unavailable.detail, "en"))
			: choice.info.engine;
	};
	const all = adaptersWith("openai", "whisper-server", "onnx");
	const policy = (over: Partial<SpeechPolicy>): SpeechPolicy => ({ providers: [], allowExternal: true, ...over });

	test("takes what was configured before what was installed before what is embedded", () => {
		expect(chosen(all, "auto", null, {})).toBe("openai");
		expect(chosen(adaptersWith("whisper-server", "onnx"), "auto", null, {})).toBe("whisper-server");
		expect(chosen(adaptersWith("onnx"), "auto", null, {})).toBe("onnx");
		expect(chosen(all, "onnx", null, {})).toBe("onnx");
	});

	test("names the one command when there is none", () => {
		expect(chosen(adaptersWith(), "auto", null, {})).toBe("parley models pull");
		expect(chosen(all, "none", null, {})).toContain("turned off");
		expect(chosen(all, "vosk", null, {})).toBe("vosk");
	});

	test("follows the policy of the organization: its order, and no audio to others", () => {
		expect(chosen(all, "auto", policy({ providers: ["onnx", "openai"] }), {})).toBe("onnx");
		expect(chosen(all, "auto", policy({ allowExternal: false }), {})).toBe("whisper-server");
		expect(chosen(all, "openai", policy({ allowExternal: false }), {})).toContain("does not allow audio to leave");
		expect(chosen(all, "auto", policy({ providers: ["deepgram"] }), {})).toContain("allows none of");
		expect(chosen(all, "auto", policy({ languages: ["de-DE"] }), { language: "fr" })).toContain("language fr");
	});

	test("passes over an engine that does not know the language", () => {
		expect(chosen(adaptersWith("whisper-server", "onnx"), "auto", null, { language: "de-AT" })).toBe("onnx");
		expect(chosen(adaptersWith("whisper-server", "onnx"), "auto", null, { language: "en-US" })).toBe("whisper-server");
		expect(chosen(all, "auto", null, { provider: "whisper-server", language: "de" })).toContain("does not support");
	});
});

describe("names of languages", () => {
	test.each([
		["english", "en"],
		["Haitian Creole", "ht"],
		["myanmar", "my"],
		["jw", "jv"],
		["no", "nb"],
		["PT-br", "pt-BR"],
		["", "und"],
		["not a language", "und"],
		[42, "und"],
	])("%p becomes %s", (name, tag) => {
		expect(languageTag(name)).toBe(tag);
	});

	test("are turned to Whisper's", () => {
		expect(["en-GB", "jv", "nb", "nn", "xx", null].map(whisperCode)).toEqual(["en", "jw", "no", "nn", null, null]);
	});
});

test.each([
	["http://127.0.0.1:9000/v1", true],
	["http://[::1]:9000/v1", true],
	["http://10.1.2.3/v1", true],
	["http://whisper:8000/v1", true],
	["https://api.openai.com/v1", false],
	["http://8.8.8.8/v1", false],
])("what is sent to %s stays in the network: %p", (url, stays) => {
	expect(staysInNetwork(url)).toBe(stays);
});
