import type { Contribution } from "#platform/module";
import { chooseTranslator } from "./choice.ts";
import type { TranslationAdapters, TranslationPolicy, Translator, Translators } from "./ports.ts";

export interface TranslatorsDeps {
	readonly adapters: TranslationAdapters;
	/** Returns what an organization allows; null where it has no policy. */
	readonly policyOf: (orgId: string) => Promise<TranslationPolicy | null>;
}

/** Creates the module for engines that translate. It has no operations of its own: what is translated comes from others. */
export function createTranslatorsModule(deps: TranslatorsDeps): Contribution & { readonly translators: Translators } {
	const { adapters, policyOf } = deps;
	return {
		translators: {
			async choose(orgId, to) {
				const engine = chooseTranslator(adapters, await policyOf(orgId), to);
				return "unavailable" in engine ? engine : forParty(engine, orgId);
			},
		},
	};
}

/** Returns an engine whose requests take turns as those of an organization. */
const forParty = (engine: Translator, party: string): Translator => ({
	info: engine.info,
	limits: engine.limits,
	pairs: (signal) => engine.pairs(signal),
	translate: (texts, options) => engine.translate(texts, { ...options, party }),
});
