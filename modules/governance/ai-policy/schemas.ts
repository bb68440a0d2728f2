import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { closed, Nullable, OneOf } from "#http/schemas";
import { parseLanguage } from "#kernel/locale";
import { AI_PROVIDERS, type AiTask } from "./values.ts";

const membersOf = <T extends AiTask>(task: T) => ({
	providers: Type.Array(OneOf(AI_PROVIDERS[task], "a provider"), {
		maxItems: AI_PROVIDERS[task].length,
		description: "The providers that may be used, preferred first. Empty: those of the installation, in its order.",
	}),
	allowExternal: Type.Boolean({
		description:
			"Whether recordings or texts may be sent to providers outside this installation. Always false in a " +
			"compliance mode, unless the operator of the installation has an agreement for it.",
	}),
	languages: Type.Array(checked(Type.String({ examples: ["en"] }), parseLanguage), {
		maxItems: 100,
		description: "The only languages allowed, such as `en` or `pt-BR`. Empty: all.",
	}),
});

const policyOf = (task: AiTask) => closed(membersOf(task));

/** What AI may do for an organization, and by whom. */
export const AiPolicy = closed(
	{
		transcription: policyOf("transcription"),
		translation: policyOf("translation"),
		summary: policyOf("summary"),
	},
	{ $id: "AiPolicy" },
);
export type AiPolicy = typeof AiPolicy.static;

/** Selector of `fields` for the policy. */
export const aiPolicyFields = selectable(AiPolicy);

const patchOfTask = (task: AiTask) => {
	const { providers, allowExternal, languages } = membersOf(task);
	return Type.Optional(
		Nullable(
			closed({
				providers: Type.Optional(Nullable(providers)),
				allowExternal: Type.Optional(Nullable(allowExternal)),
				languages: Type.Optional(Nullable(languages)),
			}),
		),
	);
};

/** A merge patch of the policy: null removes the override of a member, or of a task. */
export const AiPolicyPatch = closed(
	{
		transcription: patchOfTask("transcription"),
		translation: patchOfTask("translation"),
		summary: patchOfTask("summary"),
	},
	{ $id: "UpdateAiPolicyRequestBody" },
);
export type AiPolicyPatch = typeof AiPolicyPatch.static;

const AiProvider = closed({
	provider: Type.String({ description: "Its name, as used in policies.", examples: ["whisper-server"] }),
	available: Type.Boolean({ description: "Whether it can currently be used on this installation." }),
	external: Nullable(
		Type.Boolean({ description: "Whether data leaves this installation; null while the provider is not available." }),
	),
	model: Nullable(Type.String({ examples: ["whisper-base"] })),
	version: Nullable(Type.String()),
	languages: Nullable(
		Type.Array(Type.String(), {
			description: "The languages it supports; null if there are many or they are unknown.",
		}),
	),
	hint: Nullable(Type.String({ description: "What the operator can do to make it available; null if it is." })),
});
export type AiProvider = typeof AiProvider.static;

/** The providers of each task, in the order of the installation. */
export const AiProviders = closed(
	{
		transcription: Type.Array(AiProvider),
		translation: Type.Array(AiProvider),
		summary: Type.Array(AiProvider),
	},
	{ $id: "AiProviders" },
);
export type AiProviders = typeof AiProviders.static;

/** Selector of `fields` for the providers. */
export const aiProvidersFields = selectable(AiProviders);
