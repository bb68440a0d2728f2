import { createSpeechAdapters } from "#adapters/speech/adapters";
import { chooseEngine, type SpeechAdapters } from "#modules/speech";
import type { Config } from "../../config.ts";
import type { Finding } from "./finding.ts";

const CHECK = "speech";

/** Checks which engine would transcribe, without starting one. */
export function checkSpeech({ providers: { speech } }: Config): readonly Finding[] {
	if (speech.provider === "none") return [{ check: CHECK, verdict: "ok", detail: "transcription is turned off" }];
	const silent = { debug() {}, info() {}, warn() {}, error() {} };
	const adapters = createSpeechAdapters({ ...speech, log: silent });
	const chosen = chooseEngine(adapters, speech.provider, null, {});
	if ("unavailable" in chosen) {
		const { detail, command, variable } = chosen.unavailable;
		const mend = `${command ?? `Set ${variable}`}; until then recordings wait to be transcribed.`;
		return [{ check: CHECK, verdict: "warn", detail, mend }];
	}
	const { engine, model, languages, runsLocally } = chosen.info;
	const known = languages === "any" ? "any language" : `the language ${languages.join(", ")} alone`;
	const where = runsLocally ? "" : ", audio leaves this network";
	return [
		{ check: CHECK, verdict: "ok", detail: `${engine} with ${model}, for ${known}${where}` },
		...detector(adapters),
	];
}

function detector(adapters: SpeechAdapters): readonly Finding[] {
	if (adapters.voiceActivity()) return [];
	const detail = "speech is told from silence by its loudness alone; noise may be transcribed as words";
	return [{ check: CHECK, verdict: "warn", detail, mend: "parley models pull silero" }];
}
