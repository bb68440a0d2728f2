import { operation } from "#http/operation";
import { okResponse } from "#http/resource";
import { configurationsTag } from "#modules/tenancy/permissions";
import type { SectionDescription } from "#platform/sections";
import {
	AiPolicy,
	AiPolicyPatch,
	type AiProvider,
	type AiProviders,
	aiPolicyFields,
	aiProvidersFields,
} from "./schemas.ts";

const exampleTask = { providers: [], allowExternal: false, languages: [] };

/** Documentation of the operations on the policies of an organization. */
export const description: SectionDescription<typeof AiPolicy, typeof AiPolicyPatch> = {
	path: "ai-policy",
	name: "AiPolicy",
	noun: "AI policies",
	schema: AiPolicy,
	selection: aiPolicyFields.schema,
	patch: AiPolicyPatch,
	example: {
		transcription: { providers: ["whisper-server", "onnx"], allowExternal: false, languages: ["en", "es"] },
		translation: exampleTask,
		summary: exampleTask,
	},
	examplePatch: {
		transcription: { allowExternal: false, languages: null },
		translation: null,
	},
};

const engine: AiProvider = {
	provider: "whisper-server",
	available: true,
	external: false,
	model: "whisper-base",
	version: "1.8.0",
	languages: null,
	hint: null,
};
const providers: AiProviders = { transcription: [engine], translation: [], summary: [] };

/** Documentation of the operation on providers. */
export const documentation = {
	providers: operation({
		id: "getAiProviders",
		summary: "List the AI providers of this installation",
		description:
			"Lists the providers for each task in the order in which the installation uses them; an " +
			"organization's policy may set another order. Everything a provider makes names its provider, model " +
			"and version.",
		tag: configurationsTag,
		responses: { 200: okResponse("The providers", aiProvidersFields.schema, "AI providers retrieved", providers) },
	}),
};
