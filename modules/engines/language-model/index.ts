export { LanguageModelError, type LanguageModelFailure } from "./errors.ts";
export { createLanguageModelModule } from "./module.ts";
export type {
	Completion,
	CompletionRequest,
	LanguageModel,
	LanguageModels,
	MissingModel,
	ModelInfo,
	ModelPolicy,
} from "./ports.ts";
export { readJson } from "./read-json.ts";
export { admitsLanguage } from "./service.ts";
