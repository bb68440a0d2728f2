import { describe, expect, test } from "bun:test";
import { inEnglish, render } from "#kernel/texts";
import {
	type ConfiguredProviders,
	chooseLiveEngine,
	type EngineInfo,
	type LiveRequest,
	type SpeechAdapters,
	type SpeechPolicy,
} from "#modules/engines/speech";

type Engine = EngineInfo["engine"];

const never = () => Promise.reject(new Error("not asked"));
const infoOf = (engine: Engine): EngineInfo => ({
	engine,
	model: engine,
	version: null,
	languages: engine === "vosk" ? ["en"] : "any",
	words: true,
	translates: false,
	runsLocally: !engine.startsWith("openai"),
});
const COMMANDS: Readonly<Record<string, string>> = {
	vosk: "parley models pull small-en-live",
	onnx: "parley models pull",
};
const unavailable = (engine: Engine) => ({
	unavailable: {
		code: "provider_not_configured" as const,
		detail: inEnglish(engine),
		variable: "STT_URL",
		command: COMMANDS[engine] ?? null,
	},
});

/** An installation with these engines. */
const withEngines = (...present: readonly Engine[]): SpeechAdapters => ({
	find: (engine) => (present.includes(engine) ? { info: infoOf(engine), transcribe: never } : unavailable(engine)),
	findLive: (engine) => (present.includes(engine) ? { info: infoOf(engine), open: never } : unavailable(engine)),
	liveDetector: () => ({ open: never }),
	voiceActivity: () => null,
	close: async () => {},
});

const AUTO: ConfiguredProviders = { provider: "auto", liveProvider: "auto" };
const policy = (over: Partial<SpeechPolicy>): SpeechPolicy => ({ providers: [], allowExternal: true, ...over });

function chosen(
	adapters: SpeechAdapters,
	request: Omit<LiveRequest, "orgId">,
	{ configured = AUTO, by = null }: { configured?: ConfiguredProviders; by?: SpeechPolicy | null } = {},
): string {
	const choice = chooseLiveEngine(adapters, configured, by, request);
	return "unavailable" in choice
		? (choice.unavailable.command ?? render(choice.unavailable.detail, "en"))
		: choice.info.engine;
}

describe("the choice of an engine for live speech", () => {
	const all = withEngines("vosk", "openai", "whisper-server", "onnx", "openai-realtime");

	test("takes Vosk for English, and an engine for recordings for other languages", () => {
		expect(chosen(all, { language: "en-GB" })).toBe("vosk");
		expect(chosen(all, { language: "es" })).toBe("openai");
		expect(chosen(withEngines("vosk", "onnx"), { language: "de" })).toBe("onnx");
	});

	test("takes one for any language where the language is not known, and Vosk where there is no other", () => {
		expect(chosen(withEngines("vosk", "onnx"), { language: null })).toBe("onnx");
		expect(chosen(withEngines("vosk"), {})).toBe("vosk");
	});

	test("asks a server to hear live only where it was configured to", () => {
		const configured = { provider: "auto", liveProvider: "openai-realtime" } as const;

		expect(chosen(all, { language: "en" })).not.toBe("openai-realtime");
		expect(chosen(all, { language: "en" }, { configured })).toBe("openai-realtime");
		expect(chosen(withEngines("vosk"), { language: "en" }, { configured })).toBe("openai-realtime");
	});

	test("names the command that brings the engine for the language", () => {
		expect(chosen(withEngines(), { language: "en" })).toBe("parley models pull small-en-live");
		expect(chosen(withEngines(), { language: "fr" })).toBe("parley models pull");
		expect(chosen(withEngines("vosk"), { language: "fr" })).toBe("parley models pull");
		expect(chosen(all, { language: "en" }, { configured: { ...AUTO, provider: "none" } })).toContain("turned off");
	});

	test("follows the policy of the organization: its order, its languages, and no audio to others", () => {
		const realtime = { provider: "auto", liveProvider: "openai-realtime" } as const;

		expect(chosen(all, { language: "en" }, { by: policy({ providers: ["onnx", "vosk"] }) })).toBe("onnx");
		expect(chosen(all, { language: "en" }, { by: policy({ providers: ["vosk"] }) })).toBe("vosk");
		expect(chosen(all, { language: "es" }, { by: policy({ providers: ["vosk"] }) })).toContain("does not support");
		expect(chosen(all, { language: "es" }, { by: policy({ allowExternal: false }) })).toBe("whisper-server");
		expect(chosen(all, { language: "en" }, { by: policy({ languages: ["de"] }) })).toContain("does not allow");
		expect(chosen(all, { language: "en" }, { by: policy({ allowExternal: false }), configured: realtime })).toContain(
			"does not allow audio to leave",
		);
	});

	test("takes the wanted one alone", () => {
		expect(chosen(all, { language: "en", provider: "onnx" })).toBe("onnx");
		expect(chosen(all, { language: "en", provider: "window" })).toBe("openai");
		expect(chosen(all, { language: "en", provider: "vosk" })).toBe("vosk");
		expect(chosen(all, { language: "es", provider: "vosk" })).toContain("does not support");
		expect(chosen(all, { language: "en", provider: "openai-realtime" })).toContain("uses another engine");
	});
});
