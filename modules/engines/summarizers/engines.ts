import { type Message, render, text } from "#kernel/texts";
import {
	admitsLanguage,
	type LanguageModels,
	type MissingModel,
	type ModelPolicy,
} from "#modules/engines/language-model";
import { createEnhanced } from "./enhanced.ts";
import { extractive } from "./extractive.ts";
import type { Summarizer } from "./ports.ts";

/** Levels of summaries. */
export const LEVELS = ["basic", "enhanced"] as const;
export type Level = (typeof LEVELS)[number];

/** An engine for a summary. */
export interface ChosenEngine {
	readonly summarizer: Summarizer;
	/** The level that it makes. */
	readonly level: Level;
	/** Why that is lower than what was asked for; null when it is not. */
	readonly fallback: { readonly code: string; readonly detail: string } | null;
	/** What serves when it fails for good; null: nothing. */
	readonly otherwise: Summarizer | null;
}

/** An engine as the installation has it. */
export interface ListedEngine {
	readonly provider: "extractive" | "openai";
	/** Null while it cannot be used. */
	readonly info: { readonly model: string; readonly version: string | null; readonly runsLocally: boolean } | null;
	/** What its operator can do to make it available; null when it is. */
	readonly hint: string | null;
}

export interface SummaryEnginesDeps {
	/** `SUMMARY_PROVIDER`. */
	readonly provider: "auto" | "extractive" | "openai";
	readonly models: LanguageModels;
	/** Returns what the organization allows; null when there is no such organization. */
	readonly policyOf: (orgId: string) => Promise<ModelPolicy | null>;
}

export type SummaryEngines = ReturnType<typeof createSummaryEngines>;

/** Creates the choice of the engine for a summary: the level decides, as far as installation and policy allow. */
export function createSummaryEngines({ provider, models, policyOf }: SummaryEnginesDeps) {
	const offers = (name: "extractive" | "openai") => provider === "auto" || provider === name;

	/** Returns the engine that chooses sentences, or why it may not. */
	async function findExtractive(
		orgId: string,
		language: string,
	): Promise<Summarizer | { readonly unavailable: MissingModel }> {
		if (!offers("extractive"))
			return missing(
				text("Basic summaries are turned off on this installation (SUMMARY_PROVIDER={provider}).", { provider }),
				"SUMMARY_PROVIDER",
			);
		const policy = await policyOf(orgId);
		if (policy && policy.providers.length > 0 && !policy.providers.includes("extractive"))
			return missing("The organization's AI policy does not allow basic summaries.", null);
		if (policy && !admitsLanguage(policy, language))
			return missing(
				text("The organization's AI policy does not allow the language {language}.", { language: String(language) }),
				null,
			);
		return extractive;
	}

	return {
		/** Returns the engines of the installation, and what is missing for those that it does not have. */
		list(): readonly ListedEngine[] {
			const { configured } = models;
			const other = `This installation uses another one (SUMMARY_PROVIDER=${provider}).`;
			const simple = { model: "lexrank", version: "1", runsLocally: true };
			const hint = !offers("openai") ? other : configured === null ? "Set LLM_URL and LLM_MODEL." : null;
			return [
				{
					provider: "extractive",
					info: offers("extractive") ? simple : null,
					hint: offers("extractive") ? null : other,
				},
				{ provider: "openai", info: hint === null && configured !== null ? configured.info : null, hint },
			];
		},

		/** Returns the engine for a summary of this level, or a lower one and why; or why there is none. */
		async choose(
			orgId: string,
			wanted: Level,
			language: string,
		): Promise<ChosenEngine | { readonly unavailable: MissingModel }> {
			const simple = await findExtractive(orgId, language);
			const otherwise = "unavailable" in simple ? null : simple;
			if (wanted === "basic")
				return "unavailable" in simple
					? simple
					: { summarizer: simple, level: "basic", fallback: null, otherwise: null };
			const model = offers("openai")
				? await models.choose("summary", orgId, language)
				: missing(
						text("This installation uses no language model for summaries (SUMMARY_PROVIDER={provider}).", { provider }),
						"SUMMARY_PROVIDER",
					);
			if (!("unavailable" in model))
				return { summarizer: createEnhanced(model), level: "enhanced", fallback: null, otherwise };
			if (otherwise === null) return model;
			const { code, detail } = model.unavailable;
			return {
				summarizer: otherwise,
				level: "basic",
				fallback: { code, detail: render(detail, "en") },
				otherwise: null,
			};
		},
	};
}

const missing = (detail: Message, variable: string | null) => ({
	unavailable: { code: "provider_not_configured" as const, detail, variable },
});
