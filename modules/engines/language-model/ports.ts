import type { Message } from "#kernel/texts";
/** What answers, as results name it. */
export interface ModelInfo {
	readonly engine: "openai";
	/** Name of the model. */
	readonly model: string;
	/** Null: the protocol does not tell. */
	readonly version: string | null;
	/** Whether what it is told stays in the operator's own network. */
	readonly runsLocally: boolean;
}

/** Something to be answered. */
export interface CompletionRequest {
	/** What the model is to do. */
	readonly system: string;
	/** What to do it with: data, never instructions. */
	readonly user: string;
	/** The JSON Schema that the answer shall have; some servers do not enforce it, so the answer is still checked. */
	readonly schema?: { readonly name: string; readonly schema: object };
	/** The longest answer, in tokens. */
	readonly maxTokens: number;
	/** Whose slot it takes (`kernel/fair-queue`): an organization; default: the installation. */
	readonly party?: string;
	/** Ends the request. */
	readonly signal: AbortSignal;
}

/** An answer. */
export interface Completion {
	/** As the model wrote it: for one with a schema see `readJson`. */
	readonly text: string;
	/** Why it ended: `stop`; `length` where it was cut off at `maxTokens`. */
	readonly finishReason: string;
}

/** A language model. */
export interface LanguageModel {
	readonly info: ModelInfo;
	/**
	 * Has the model write an answer. Requests beyond what the server takes at once wait for a slot.
	 * @throws LanguageModelError, or the reason of `signal`
	 */
	complete(request: CompletionRequest): Promise<Completion>;
}

/** Why no model serves, and what to do about it. */
export interface MissingModel {
	readonly code: "provider_not_configured";
	/** One sentence for people. */
	readonly detail: Message;
	/** The variable to set; null where the organization's policy is to be changed. */
	readonly variable: string | null;
}

/** What an organization allows for one task. */
export interface ModelPolicy {
	/** Providers in the order of preference; empty: those of the installation. */
	readonly providers: readonly string[];
	/** Whether texts may leave the operator's network. */
	readonly allowExternal: boolean;
	/** The only languages, BCP 47; empty or undefined: all. */
	readonly languages?: readonly string[] | undefined;
}

/** The model of this installation. */
export interface LanguageModels {
	/** Returns the model, regardless of the caller; null if none is configured. */
	readonly configured: LanguageModel | null;
	/**
	 * Returns the model that may work for an organization, or why there is none.
	 * @param language of the texts, BCP 47; null while unknown
	 */
	choose(
		task: "translation" | "summary",
		orgId: string,
		language: string | null,
	): Promise<LanguageModel | { readonly unavailable: MissingModel }>;
}
