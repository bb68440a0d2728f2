import { createChatCompletions } from "#adapters/chat-completions";
import { createTranslationAdapters } from "#adapters/translation/adapters";
import { render } from "#kernel/texts";
import { chooseTranslator, TranslationError, type Translator } from "#modules/engines/translators";
import type { Config } from "../../config.ts";
import type { Finding } from "./finding.ts";

const CHECK = "translation";

/** Checks which engine would translate, and whether it answers. */
export async function checkTranslation({ providers: { translation, llm } }: Config): Promise<readonly Finding[]> {
	if (translation.provider === "none")
		return [{ check: CHECK, verdict: "ok", detail: "translation is turned off (TRANSLATE_PROVIDER=none)" }];
	const adapters = createTranslationAdapters({ ...translation, languageModel: createChatCompletions(llm) });
	const chosen = chooseTranslator(adapters, null, null);
	if ("unavailable" in chosen) {
		const { detail, variable } = chosen.unavailable;
		return [
			{
				check: CHECK,
				verdict: "warn",
				detail: render(detail, "en"),
				mend: `Set ${variable}; until then, translations wait.`,
			},
		];
	}
	return [await checkAnswer(chosen)];
}

async function checkAnswer({ info, pairs }: Translator): Promise<Finding> {
	const { engine, quality, runsLocally } = info;
	const where = runsLocally ? "" : ", texts leave this network";
	try {
		const known = await pairs(new AbortController().signal);
		const count = known === "any" ? "any language" : `${known.length} pairs of languages`;
		return { check: CHECK, verdict: "ok", detail: `${engine}, quality ${quality}, for ${count}${where}` };
	} catch (error) {
		if (!(error instanceof TranslationError)) throw error;
		const mend = "Start it, or fix TRANSLATE_URL; until then, translations wait.";
		return { check: CHECK, verdict: "warn", detail: `${engine}: ${error.message}`, mend };
	}
}
