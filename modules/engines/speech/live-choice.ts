import { text } from "#kernel/texts";
import { admitsLanguage, type ConfiguredProvider, chooseEngine, missing, objectionTo, subtagOf } from "./choice.ts";
import type { LiveChoice, LiveProvider, LiveRequest } from "./live-ports.ts";
import { LIVE_PROVIDERS } from "./live-ports.ts";
import { isSpeechProvider, type SpeechAdapters, type SpeechPolicy, type SpeechToText } from "./ports.ts";
import { createWindowSpeech } from "./window-speech.ts";

/** What an installation asks for: `STT_LIVE_PROVIDER`. */
export type ConfiguredLiveProvider = "auto" | LiveProvider;

/** Order of `auto`. A server is asked to hear live only where it was configured to: many transcribe only recordings. */
const AUTOMATIC: readonly LiveProvider[] = ["vosk", "window"];

/** What an installation asks for. */
export interface ConfiguredProviders {
	/** `STT_PROVIDER`. */
	readonly provider: ConfiguredProvider;
	/** `STT_LIVE_PROVIDER`. */
	readonly liveProvider: ConfiguredLiveProvider;
}

/** Chooses how live speech is heard: the first engine that is there, in the order of the policy, that the policy admits. */
export function chooseLiveEngine(
	adapters: SpeechAdapters,
	configured: ConfiguredProviders,
	policy: SpeechPolicy | null,
	request: Omit<LiveRequest, "orgId">,
): LiveChoice {
	const { provider, liveProvider } = configured;
	const { language = null } = request;
	if (provider === "none") return missing("Transcription is turned off on this installation (STT_PROVIDER=none).");
	if (!admitsLanguage(policy, language))
		return missing(
			text("The organization's AI policy does not allow the language {language}.", { language: String(language) }),
		);

	const offered = liveProvider === "auto" ? AUTOMATIC : [liveProvider];
	const wanted = request.provider === undefined ? offered : offered.filter((name) => answersTo(name, request.provider));
	if (wanted.length === 0)
		return missing("This installation uses another engine for live captions.", "STT_LIVE_PROVIDER", null);
	const found = inOrderOf(policy, wanted).map((name) => {
		const choice =
			name === "window" ? windows(adapters, configured, policy, request) : liveOf(adapters, name, language);
		if ("unavailable" in choice) return choice;
		const objection = objectionTo(choice.info, policy, { language });
		return objection === null ? choice : missing(objection, "STT_LIVE_PROVIDER");
	});
	const serving = found.flatMap((choice) => ("unavailable" in choice ? [] : [choice]));
	// Of a language that nobody knows, an engine for any language hears more than nonsense.
	const forAny = language === null ? serving.find(({ info }) => info.languages === "any") : undefined;
	// What needs a command alone is the best advice.
	const byCommand = found.find((choice) => "unavailable" in choice && choice.unavailable.command !== null);
	return (
		forAny ??
		serving[0] ??
		byCommand ??
		found[0] ??
		missing("The organization's AI policy allows none of this installation's engines.")
	);
}

/** Whether a way to hear live speech is the wanted one: windows are those of any engine for recordings. */
const answersTo = (name: LiveProvider, wanted: LiveRequest["provider"]): boolean =>
	name === wanted || (name === "window" && wanted !== undefined && isSpeechProvider(wanted) && wanted !== "vosk");

/** Returns the ways that the policy admits, in its order: windows stand where the first engine for recordings does. */
function inOrderOf(policy: SpeechPolicy | null, offered: readonly LiveProvider[]): readonly LiveProvider[] {
	if (policy === null || policy.providers.length === 0) return offered;
	const providers = policy.providers.map((name) => LIVE_PROVIDERS.find((way) => answersTo(way, name as LiveProvider)));
	return [...new Set(providers)].filter((way) => way !== undefined && offered.includes(way)) as LiveProvider[];
}

/** Of a model that is missing nobody is told who would not be served by it. */
function liveOf(adapters: SpeechAdapters, name: "vosk" | "openai-realtime", language: string | null): LiveChoice {
	if (name === "vosk" && language !== null && subtagOf(language) !== "en")
		return missing(text("Vosk does not support the language {language}.", { language }), "STT_LIVE_PROVIDER");
	return adapters.findLive(name);
}

function windows(
	adapters: SpeechAdapters,
	{ provider: configured }: ConfiguredProviders,
	policy: SpeechPolicy | null,
	{ provider, language }: Omit<LiveRequest, "orgId">,
): LiveChoice {
	const only = provider !== undefined && isSpeechProvider(provider) ? { provider } : {};
	const engine = chooseEngine(adapters, configured, policy, { ...only, language });
	return "unavailable" in engine ? engine : createWindowSpeech(engine, adapters.liveDetector());
}

/**
 * Chooses the engine that listens again to what was heard live: one for recordings that keeps the audio on this machine, and
 * does better than the live one; null where there is none.
 */
export function chooseSecondEngine(
	adapters: SpeechAdapters,
	configured: ConfiguredProvider,
	policy: SpeechPolicy | null,
	language: string | null,
): SpeechToText | null {
	const found = chooseEngine(adapters, configured, policy, { language });
	return "unavailable" in found || !found.info.runsLocally || found.info.engine === "vosk" ? null : found;
}
