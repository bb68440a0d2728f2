import type { Contribution } from "#platform/module";
import type { LanguageModels } from "./ports.ts";
import { createLanguageModels, type LanguageModelDeps } from "./service.ts";

/** Creates the module for the language model. It has no operations of its own: what it writes is asked for by others. */
export function createLanguageModelModule(deps: LanguageModelDeps): Contribution & { readonly models: LanguageModels } {
	return { models: createLanguageModels(deps) };
}
