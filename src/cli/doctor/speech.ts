import { createSpeechAdapters } from "#adapters/speech/adapters";
import { render } from "#kernel/texts";
import { chooseEngine, chooseLiveEngine, type EngineInfo, type SpeechAdapters } from "#modules/engines/speech";
import type { Config } from "../../config.ts";
import { ownProgram } from "../../own-program.ts";
import type { Finding } from "./finding.ts";

const CHECK = "speech";
const LIVE = "live captions";

type SpeechConfig = Config["providers"]["speech"];

/** Checks which engines would transcribe recordings and live speech, without starting one. */
export function checkSpeech({ providers: { speech } }: Config): readonly Finding[] {
	if (speech.provider === "none") return [{ check: CHECK, verdict: "ok", detail: "transcription is turned off" }];
	const silent = { debug() {}, info() {}, warn() {}, error() {} };
	const adapters = createSpeechAdapters({ ...speech, program: ownProgram(), log: silent });
	return [...checkRecordings(adapters, speech), ...checkLive(adapters, speech)];
}

function checkRecordings(adapters: SpeechAdapters, { provider }: SpeechConfig): readonly Finding[] {
	const chosen = chooseEngine(adapters, provider, null, {});
	if ("unavailable" in chosen) {
		const { detail, command, variable } = chosen.unavailable;
		const mend = `${command ?? `Set ${variable}`}; until then, recordings wait to be transcribed.`;
		return [{ check: CHECK, verdict: "warn", detail: render(detail, "en"), mend }];
	}
	const { languages } = chosen.info;
	const known = languages === "any" ? "any language" : `the language ${languages.join(", ")} alone`;
	return [{ check: CHECK, verdict: "ok", detail: `${named(chosen.info)}, for ${known}` }, ...detector(adapters)];
}

const named = ({ engine, model, runsLocally }: EngineInfo): string =>
	`${engine} with ${model}${runsLocally ? "" : " (audio leaves this network)"}`;

/** Says who hears live speech in English, and who in other languages: the models that are fast enough know one alone. */
function checkLive(adapters: SpeechAdapters, { provider, liveProvider }: SpeechConfig): readonly Finding[] {
	const english = chooseLiveEngine(adapters, { provider, liveProvider }, null, { language: "en" });
	const other = chooseLiveEngine(adapters, { provider, liveProvider }, null, { language: "und" });
	if ("unavailable" in english) {
		const { detail, command, variable } = english.unavailable;
		return [{ check: LIVE, verdict: "warn", detail: render(detail, "en"), mend: command ?? `Set ${variable}` }];
	}
	const how = ({ engine, ...info }: EngineInfo) =>
		`${named({ engine, ...info })}${engine === "vosk" || engine === "openai-realtime" ? "" : ", after each pause"}`;
	const faster = english.info.engine === "vosk" ? null : adapters.findLive("vosk");
	const isSlow = liveProvider === "auto" && faster && "unavailable" in faster && faster.unavailable.command !== null;
	const advice = isSlow ? `; while people speak with: ${faster.unavailable.command}` : "";
	const findings: Finding[] = [{ check: LIVE, verdict: "ok", detail: `English: ${how(english.info)}${advice}` }];
	if (!("unavailable" in other))
		return [...findings, { check: LIVE, verdict: "ok", detail: `other languages: ${how(other.info)}` }];
	const { command, variable } = other.unavailable;
	const mend = command ?? `Set ${variable}`;
	return [...findings, { check: LIVE, verdict: "warn", detail: "other languages: no engine", mend }];
}

function detector(adapters: SpeechAdapters): readonly Finding[] {
	if (adapters.voiceActivity()) return [];
	const detail = "speech is detected by loudness only; noise may be transcribed as words";
	return [{ check: CHECK, verdict: "warn", detail: render(detail, "en"), mend: "parley models pull silero" }];
}
