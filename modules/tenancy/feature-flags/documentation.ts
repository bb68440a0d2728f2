import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, notModified, versionedResponse } from "#http/resource";
import { configurationsTag } from "#modules/tenancy/permissions";
import { BulkEvaluation, Evaluation, FeatureFlag, flagFields, OrganizationFlags } from "./schemas.ts";

const tag: Tag = {
	name: "Feature flags",
	description: "Feature flags of an organization, the source of each value, and evaluation by OpenFeature (OFREP).",
};

const flags: OrganizationFlags = {
	aiSummaries: true,
	calendarSync: true,
	piiRedaction: false,
	realTimeTranslation: true,
};
const ORDER =
	"Sources of a value, highest precedence first: the kill switch, the compliance mode, the organization, its plan, " +
	"the default of its type, the rules and the rollout of the flag, its default.";

/** Documentation of the operations on the flags of an organization. */
export const documentation = {
	get: operation({
		id: "getFeatureFlags",
		summary: "Get the feature flags of an organization",
		description: `${ORDER} With \`explain=true\`, each flag is an object with its \`value\`, \`variant\`, \`source\` and \`reason\`.`,
		tag,
		responses: getResponses("The flags in effect", OrganizationFlags, "Feature flags retrieved", flags),
	}),

	put: operation({
		id: "setFeatureFlags",
		summary: "Set the feature flags of an organization",
		description:
			"Replaces all values set by the organization: omitted flags follow the plan and the defaults. A killed " +
			"flag can be set; the value takes effect once the flag is revived.",
		tag,
		request: { realTimeTranslation: true },
		responses: { 200: versionedResponse("The flags in effect", OrganizationFlags, "Feature flags set", flags) },
		errors: ["unknown_flag", "flag_locked", "entitlement_required", "precondition_failed"],
	}),
};

const example: FeatureFlag = {
	key: "newWhiteboard",
	builtIn: false,
	type: "boolean",
	description: "The whiteboard of 2030",
	variants: { on: true, off: false },
	defaultVariant: "off",
	orgTypeDefaults: {},
	locked: false,
	killed: null,
	rules: [{ when: { orgType: ["education"], metadata: { ring: ["beta"] } }, variant: "on" }],
	rollout: { by: "organization", split: [{ variant: "on", percentage: 25 }] },
	createdAt: "2030-01-01T09:30:00.000Z",
	updatedAt: "2030-01-01T09:30:00.000Z",
};
const { rules, rollout } = example;
const killed: FeatureFlag = {
	...example,
	killed: { at: "2030-01-02T09:30:00.000Z", variant: "off", reason: "Drawings are lost" },
};
const noted = ["precondition_failed", "not_found"] as const;

/** Documentation of the operations on the catalogue of flags. */
export const catalogueDocumentation = {
	list: operation({
		id: "listFeatureFlags",
		summary: "List all feature flags",
		description: "Lists the built-in flags and those added by the operator, by key.",
		tag: configurationsTag,
		responses: { 200: pageResponse("A page of flags", flagFields.schema, "Feature flags retrieved", example) },
	}),

	create: operation({
		id: "createFeatureFlag",
		summary: "Add a feature flag",
		description:
			"A boolean has the variants `on` and `off`, and is off by default; other types need `variants` and a " +
			"`defaultVariant`. A rollout divides organizations, or targeting keys, by a stable hash: MurmurHash3 " +
			"(x86, 32 bits, seed 0) of `<key of the flag>/<id>`, divided by 2³². A share that grows keeps the " +
			"organizations or keys it has.",
		tag: configurationsTag,
		request: { key: "newWhiteboard", type: "boolean", description: example.description, rules, rollout },
		responses: {
			201: createdResponse("flag", "The flag", FeatureFlag, "Feature flag created", example),
		},
		errors: ["conflict"],
	}),

	get: operation({
		id: "getFeatureFlag",
		summary: "Get a feature flag",
		tag: configurationsTag,
		responses: getResponses("The flag", flagFields.schema, "Feature flag retrieved", example),
		errors: ["not_found"],
	}),

	replace: operation({
		id: "replaceFeatureFlag",
		summary: "Replace the definition of a feature flag",
		description:
			"Omitted properties get their defaults; those of a built-in flag, the built-in values. The type cannot " +
			"change, and a killed flag stays killed.",
		tag: configurationsTag,
		request: { description: "Summaries and action items", defaultVariant: "on", rollout: null },
		responses: { 200: versionedResponse("The flag", FeatureFlag, "Feature flag replaced", example) },
		errors: noted,
	}),

	remove: operation({
		id: "deleteFeatureFlag",
		summary: "Delete a feature flag",
		description:
			"Built-in flags cannot be deleted. Values set by organizations no longer apply; they apply again if a flag with the same key is added.",
		tag: configurationsTag,
		examples: { key: "newWhiteboard" },
		responses: { 204: emptyResponse("Deleted") },
		errors: [...noted, "state_conflict"],
	}),

	kill: operation({
		id: "killFeatureFlag",
		summary: "Kill a feature flag",
		description:
			"Within a second, and on every instance, the flag has one value for all organizations, overriding their " +
			"own: off, or the default of a flag of another type. Work in progress and captured content are kept.",
		tag: configurationsTag,
		request: { reason: "Drawings are lost" },
		responses: { 200: versionedResponse("The flag", FeatureFlag, "Feature flag killed", killed) },
		errors: noted,
	}),

	revive: operation({
		id: "reviveFeatureFlag",
		summary: "Revive a feature flag",
		description: "The flag's own values apply again.",
		tag: configurationsTag,
		responses: { 200: versionedResponse("The flag", FeatureFlag, "Feature flag revived", example) },
		errors: noted,
	}),
};

const evaluation: Evaluation = {
	key: "aiSummaries",
	value: true,
	variant: "on",
	reason: "DEFAULT",
	metadata: { source: "system" },
};
const ABOUT =
	"The OpenFeature Remote Evaluation Protocol 0.3, without the envelope of other operations; failures also have " +
	"`errorCode` and `errorDetails`. The organization is that of the token, and its properties are the stored ones. " +
	"`If-None-Match` works as for a GET.";
const request = { context: { targetingKey: "usr_01jd0z7v9gf2nbrexx3vqjhp41" } };
const headers = { ETag: "For If-None-Match." };

/** Documentation of the operations of OFREP. */
export const ofrepDocumentation = {
	all: operation({
		id: "evaluateFeatureFlags",
		summary: "Evaluate all feature flags",
		description: ABOUT,
		tag,
		request,
		responses: {
			200: {
				description: "The values",
				schema: BulkEvaluation,
				example: { flags: [evaluation], metadata: { orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41" } },
				headers,
			},
			304: notModified,
		},
	}),

	one: operation({
		id: "evaluateFeatureFlag",
		summary: "Evaluate a feature flag",
		description: ABOUT,
		tag,
		request,
		responses: {
			200: { description: "The value", schema: Evaluation, example: evaluation, headers },
			304: notModified,
		},
		errors: ["not_found"],
	}),
};
