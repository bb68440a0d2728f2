import { type Message, text } from "#kernel/texts";
import type { LanguageModel, LanguageModels, MissingModel, ModelPolicy } from "./ports.ts";

export interface LanguageModelDeps {
	/** The model of the configuration, or what is missing for one. */
	readonly model: LanguageModel | { readonly unavailable: MissingModel };
	/** Returns what an organization allows; null where there is no such organization. */
	readonly policyOf: (task: "translation" | "summary", orgId: string) => Promise<ModelPolicy | null>;
}

const barred = (detail: Message) => ({
	unavailable: { code: "provider_not_configured" as const, detail, variable: null },
});

/** Creates the service that knows for whom the language model may work. */
export function createLanguageModels({ model, policyOf }: LanguageModelDeps): LanguageModels {
	return {
		configured: "unavailable" in model ? null : model,
		async choose(task, orgId, language) {
			if ("unavailable" in model) return model;
			const policy = await policyOf(task, orgId);
			if (policy === null) return barred("There is no such organization.");
			if (policy.providers.length > 0 && !policy.providers.includes(model.info.engine))
				return barred("The organization's AI policy does not allow the language model.");
			if (!policy.allowExternal && !model.info.runsLocally)
				return barred("The organization's AI policy does not allow text to leave this installation.");
			if (!admitsLanguage(policy, language))
				return barred(
					text("The organization's AI policy does not allow the language {language}.", { language: String(language) }),
				);
			return { info: model.info, complete: (request) => model.complete({ ...request, party: orgId }) };
		},
	};
}

const subtagOf = (language: string): string => language.split("-")[0]?.toLowerCase() ?? language;

/** Whether a policy admits a language, BCP 47; null, one that is not known, is admitted. */
export function admitsLanguage({ languages }: Pick<ModelPolicy, "languages">, language: string | null): boolean {
	if (!languages?.length || language === null) return true;
	return languages.some((admitted) => subtagOf(admitted) === subtagOf(language));
}
