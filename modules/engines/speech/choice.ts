import { type Message, text } from "#kernel/texts";
import {
	type EngineInfo,
	type EngineRequest,
	isSpeechProvider,
	type MissingEngine,
	type SpeechAdapters,
	type SpeechPolicy,
	type SpeechProvider,
	type SpeechToText,
} from "./ports.ts";

/** What an installation asks for: `STT_PROVIDER`. */
export type ConfiguredProvider = "auto" | "none" | SpeechProvider;

/** Order of `auto`: a server that somebody configured, a program that was installed, what needs neither. */
const AUTOMATIC: readonly SpeechProvider[] = ["openai", "whisper-server", "onnx", "vosk"];

type Choice = SpeechToText | { readonly unavailable: MissingEngine };

/** Returns why no engine serves. */
export const missing = (detail: Message, variable = "STT_PROVIDER", command: string | null = null) => ({
	unavailable: { code: "provider_not_configured" as const, detail, variable, command },
});

/** Chooses the engine for a request: the first that is there, in the order of the policy, that the policy admits. */
export function chooseEngine(
	adapters: SpeechAdapters,
	configured: ConfiguredProvider,
	policy: SpeechPolicy | null,
	{ provider, language, task }: Omit<EngineRequest, "orgId">,
): Choice {
	if (configured === "none") return missing("Transcription is turned off on this installation (STT_PROVIDER=none).");
	if (!admitsLanguage(policy, language))
		return missing(
			text("The organization's AI policy does not allow the language {language}.", { language: String(language) }),
		);

	const offered = configured === "auto" ? AUTOMATIC : [configured];
	const wanted = provider ? offered.filter((name) => name === provider) : offered;
	const ordered = inOrderOf(policy, wanted);
	if (ordered.length === 0) return missing("The organization's AI policy allows none of this installation's engines.");

	let best: { readonly unavailable: MissingEngine } | undefined;
	for (const name of ordered) {
		const found = adapters.find(name);
		if ("unavailable" in found) {
			// What needs a command alone is the best advice.
			if (best === undefined || (best.unavailable.command === null && found.unavailable.command !== null)) best = found;
			continue;
		}
		const objection =
			objectionTo(found.info, policy, { language, task }) ?? hesitation(found.info, configured, language);
		if (objection === null) return found;
		// Nobody is told that Vosk does not serve where a command brings an engine that does.
		if (name !== "vosk" || best === undefined || best.unavailable.command === null) best = missing(objection);
	}
	return best ?? missing("No engine is available.");
}

/** Returns the engines that the policy admits, in its order. */
function inOrderOf(policy: SpeechPolicy | null, offered: readonly SpeechProvider[]): readonly SpeechProvider[] {
	const preferred = policy?.providers.filter(isSpeechProvider) ?? [];
	if (policy === null || policy.providers.length === 0) return offered;
	return preferred.filter((name) => offered.includes(name));
}

/**
 * Vosk is there for live captions. What was recorded in a language that nobody knows yet waits for an engine that finds out,
 * unless the installation has chosen Vosk.
 */
const hesitation = (
	{ engine, model }: EngineInfo,
	configured: ConfiguredProvider,
	language?: string | null,
): Message | null =>
	engine === "vosk" && configured === "auto" && !language
		? text("The model {model} supports only one language, and the language of the recording is unknown.", { model })
		: null;

/** Returns why an engine may not serve; null when it may. */
export function objectionTo(
	info: EngineInfo,
	policy: SpeechPolicy | null,
	{ language, task }: Pick<EngineRequest, "language" | "task">,
): Message | null {
	if (policy && !policy.allowExternal && !info.runsLocally)
		return "The organization's AI policy does not allow audio to leave this installation.";
	if (task === "translate" && !info.translates)
		return text("The model {model} does not translate.", { model: info.model });
	if (language && info.languages !== "any" && !info.languages.includes(subtagOf(language)))
		return text("The model {model} does not support the language {language}.", { model: info.model, language });
	return null;
}

/** Returns the first part of a BCP 47 tag. */
export const subtagOf = (language: string): string => language.split("-")[0]?.toLowerCase() ?? language;

/** Whether the policy admits a language; one that is not known is admitted. */
export function admitsLanguage(policy: SpeechPolicy | null, language?: string | null): boolean {
	if (!policy?.languages?.length || !language) return true;
	return policy.languages.some((admitted) => subtagOf(admitted) === subtagOf(language));
}
