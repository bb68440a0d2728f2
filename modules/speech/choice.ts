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
export type ConfiguredProvider = "auto" | "none" | "vosk" | SpeechProvider;

/** Order of `auto`: a server that somebody configured, a program that was installed, what needs neither. */
const AUTOMATIC: readonly SpeechProvider[] = ["openai", "whisper-server", "onnx"];

type Choice = SpeechToText | { readonly unavailable: MissingEngine };

const missing = (detail: string, variable = "STT_PROVIDER", command: string | null = null) => ({
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
	if (configured === "vosk")
		return missing("Vosk is for live captions, which this version does not have: set STT_PROVIDER to auto.");
	if (!admitsLanguage(policy, language)) return missing(`The AI policy does not admit the language ${language}.`);

	const offered = configured === "auto" ? AUTOMATIC : [configured];
	const wanted = provider ? offered.filter((name) => name === provider) : offered;
	const ordered = inOrderOf(policy, wanted);
	if (ordered.length === 0) return missing("The AI policy of the organization admits no engine of this installation.");

	let best: { readonly unavailable: MissingEngine } | undefined;
	for (const name of ordered) {
		const found = adapters.find(name);
		if ("unavailable" in found) {
			// What needs a command alone is the best advice.
			if (best === undefined || (best.unavailable.command === null && found.unavailable.command !== null)) best = found;
			continue;
		}
		const objection = objectionTo(found.info, policy, { language, task });
		if (objection === null) return found;
		best = missing(objection);
	}
	return best ?? missing("No engine serves.");
}

/** Returns the engines that the policy admits, in its order. */
function inOrderOf(policy: SpeechPolicy | null, offered: readonly SpeechProvider[]): readonly SpeechProvider[] {
	const preferred = policy?.providers.filter(isSpeechProvider) ?? [];
	if (policy === null || policy.providers.length === 0) return offered;
	return preferred.filter((name) => offered.includes(name));
}

function objectionTo(
	info: EngineInfo,
	policy: SpeechPolicy | null,
	{ language, task }: Pick<EngineRequest, "language" | "task">,
): string | null {
	if (policy && !policy.allowExternal && !info.runsLocally)
		return "The AI policy of the organization does not let audio leave this installation.";
	if (task === "translate" && !info.translates) return `The model ${info.model} does not translate.`;
	if (language && info.languages !== "any" && !info.languages.includes(subtagOf(language)))
		return `The model ${info.model} does not know the language ${language}.`;
	return null;
}

const subtagOf = (language: string): string => language.split("-")[0]?.toLowerCase() ?? language;

function admitsLanguage(policy: SpeechPolicy | null, language?: string | null): boolean {
	if (!policy?.languages?.length || !language) return true;
	return policy.languages.some((admitted) => subtagOf(admitted) === subtagOf(language));
}
