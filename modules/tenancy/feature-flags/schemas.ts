import { Type } from "@sinclair/typebox";
import { fieldsParameter, selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, each, Flag, mapOf, Nullable, OneOf, Timestamp } from "#http/schemas";
import type { FlagValue as Value } from "./definition.ts";
import { FLAG_NAMES, FLAG_SOURCES, FLAG_TYPES, OFREP_REASONS, ORG_TYPES, ROLLOUT_UNITS } from "./values.ts";

/** The value of a flag, of its type; of the type `json` an object or a list. */
export const FlagValue = Type.Unsafe<Value>(
	Type.Union(
		[
			Type.Boolean(),
			Type.String({ maxLength: 4_096 }),
			Type.Number(),
			mapOf(Type.Unknown(), { maxProperties: 200, description: "An object." }),
			Type.Array(Type.Unknown()),
		],
		{ description: "A value of the type of the flag; of the type `json` an object or a list.", examples: [true] },
	),
);

/** The effective flags that the program asks for. */
export const FeatureFlags = closed(each(FLAG_NAMES, Type.Boolean()), { $id: "FeatureFlags" });
export type FeatureFlags = typeof FeatureFlags.static;

/** Flags that differ from the defaults. Any name is valid here, since unknown flags have an error code of their own. */
export const FlagOverrides = mapOf(Type.Boolean(), {
	maxProperties: 100,
	description: "Flags by name; omitted flags have their defaults.",
});
export type FlagOverrides = typeof FlagOverrides.static;

/** The flags that an organization decides itself, the operator's own among them. */
export const OwnFlagOverrides = mapOf(FlagValue, {
	maxProperties: 300,
	$id: "SetFeatureFlagsRequestBody",
	description: "Flags by name, with values of their types; omitted flags are decided by the plan and the defaults.",
});
export type OwnFlagOverrides = typeof OwnFlagOverrides.static;

/** The value of a flag and where it comes from. */
export const ExplainedFlag = closed(
	{
		value: FlagValue,
		variant: Type.String({ description: "Name of the variant that has this value.", examples: ["on"] }),
		source: OneOf(FLAG_SOURCES, "Source of the value; the values are listed by precedence, highest first."),
		reason: Type.String({
			description: "The reason, in one sentence.",
			examples: ["The organization has decided so."],
		}),
	},
	{ $id: "ExplainedFlag" },
);
export type ExplainedFlag = typeof ExplainedFlag.static;

/** The flags of an organization: values, or explanations where they were asked for. */
export const OrganizationFlags = Type.Record(Type.String(), Type.Union([FlagValue, ExplainedFlag]), {
	$id: "OrganizationFlags",
	description:
		"The flags of the program, and those that the operator has added, by name: values or, with `explain`, values, sources and reasons.",
});
export type OrganizationFlags = typeof OrganizationFlags.static;

/** Query of the flags of an organization. */
export const OrganizationFlagsQuery = closed({
	explain: Type.Optional(Flag("Shows where each value comes from.")),
	...fieldsParameter,
});

/** Query of a change of the flags of an organization. */
export const ChangeFlagsQuery = closed({ explain: OrganizationFlagsQuery.properties.explain });

/** A change of what an organization decides itself, in events. */
export const FlagsChange = closed(
	{
		orgId: Type.String({ description: "id of the organization" }),
		overrides: Type.Record(Type.String(), FlagValue, { description: "What it decides itself, by flag." }),
		featureFlags: FeatureFlags,
	},
	{ $id: "FeatureFlagsChange" },
);
export type FlagsChange = typeof FlagsChange.static;

/** A flag that the operator has killed, in events. */
export const KilledFlag = closed(
	{
		key: Type.String({ description: "Key of the flag.", examples: ["aiSummaries"] }),
		value: FlagValue,
		reason: Nullable(Type.String({ description: "For people." })),
	},
	{ $id: "KilledFeatureFlag" },
);

const KEY = "^[A-Za-z][A-Za-z0-9._-]{0,63}$";
const flagKey = Type.String({
	pattern: KEY,
	description: "1…64 letters, digits, `.`, `_` and `-`, a letter first.",
	examples: ["newWhiteboard"],
});
const variantName = Type.String({
	pattern: "^[A-Za-z0-9._-]{1,64}$",
	description: "Name of a variant.",
	examples: ["on"],
});
const text = (description: string, example: string) =>
	Type.String({ maxLength: 500, description, examples: [example] });
const anyOf = (description: string, example: string) =>
	Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
		minItems: 1,
		maxItems: 200,
		description,
		examples: [[example]],
	});

/** Shares of variants. */
export const Rollout = closed(
	{
		by: OneOf(
			ROLLOUT_UNITS,
			"What is divided: `organization`, so that all its members get the same value, or the `targetingKey` of an OFREP context.",
		),
		split: Type.Array(
			closed({
				variant: variantName,
				percentage: Type.Number({ minimum: 0, maximum: 100, description: "0…100.", examples: [25] }),
			}),
			{ minItems: 1, maxItems: 20, description: "At most 100 % together; the rest gets the next source." },
		),
	},
	{ $id: "FlagRollout" },
);

/** A rule. */
export const FlagRule = closed(
	{
		when: closed(
			{
				orgType: Type.Optional(
					Type.Array(OneOf(ORG_TYPES, "A type of organizations."), { minItems: 1, maxItems: ORG_TYPES.length }),
				),
				plan: Type.Optional(anyOf("Codes of plans.", "team")),
				orgId: Type.Optional(anyOf("Ids of organizations.", "org_01jd0z7v9gf2nbrexx3vqjhp41")),
				role: Type.Optional(anyOf("Roles of the caller, by OFREP.", "teacher")),
				metadata: Type.Optional(
					mapOf(anyOf("Values.", "beta"), {
						maxProperties: 20,
						description: "Values of members of the metadata of the organization.",
					}),
				),
			},
			{ description: "All that are given must hold, each by any of its values." },
		),
		variant: Type.Optional(variantName),
		rollout: Type.Optional(Rollout),
	},
	{ $id: "FlagRule", description: "Has either a `variant` or a `rollout`." },
);

const variants = mapOf(FlagValue, { maxProperties: 20, description: "The values that it can have, by name." });
const rules = Type.Array(FlagRule, {
	maxItems: 50,
	description: "The first whose conditions hold applies. At most 65,536 characters of JSON.",
});
const locked = Type.Boolean({ description: "Whether organizations are not allowed to set it." });
const description = text("The feature it switches.", "The whiteboard of 2030");
const type = OneOf(FLAG_TYPES, "Type of its value.");

/** A flag, as the operator sees it. */
export const FeatureFlag = closed(
	{
		key: flagKey,
		builtIn: Type.Boolean({ description: "Whether it is built into the program." }),
		type,
		description,
		variants,
		defaultVariant: variantName,
		orgTypeDefaults: Type.Record(Type.String(), FlagValue, {
			description: "Values for organizations of certain types, built in or by `/configurations/tenant-defaults`.",
		}),
		locked,
		killed: Nullable(
			closed({
				at: Timestamp,
				variant: variantName,
				reason: Nullable(text("For people.", "Summaries name the wrong speakers")),
			}),
		),
		rules: Type.Optional(rules),
		rollout: Type.Optional(Nullable(Rollout)),
		createdAt: Nullable(Timestamp),
		updatedAt: Nullable(Timestamp),
	},
	{
		$id: "FeatureFlag",
		description: "`rules` and `rollout` are shown to system administrators only: they can name organizations.",
	},
);
export type FeatureFlag = typeof FeatureFlag.static;

/** A flag as `fields` may select it. */
export const flagFields = selectable(FeatureFlag);

const optional = {
	description: Type.Optional(description),
	variants: Type.Optional(variants),
	defaultVariant: Type.Optional(variantName),
	rules: Type.Optional(rules),
	rollout: Type.Optional(Nullable(Rollout)),
	locked: Type.Optional(locked),
};

/** The key of a new flag: not one of the names that no request may contain, or nobody could decide it. */
const newKey = { ...flagKey, pattern: KEY.replace("^", "^(?!(?:constructor|prototype)$)") };

/** A new flag. */
export const CreateFlagRequest = closed({ key: newKey, type, ...optional }, { $id: "CreateFeatureFlagRequestBody" });
export type CreateFlagRequest = typeof CreateFlagRequest.static;

/** What replaces the definition of a flag. */
export const ReplaceFlagRequest = closed(
	{ type: Type.Optional(type), ...optional },
	{ $id: "ReplaceFeatureFlagRequestBody" },
);
export type ReplaceFlagRequest = typeof ReplaceFlagRequest.static;

/** How a flag is killed. */
export const KillFlagRequest = closed(
	{
		reason: Type.Optional(text("Explanation for the members of organizations.", "Summaries name the wrong speakers")),
		variant: Type.Optional(variantName),
	},
	{ $id: "KillFeatureFlagRequestBody" },
);
export type KillFlagRequest = typeof KillFlagRequest.static;

/** Path of a flag. */
export const FlagParams = closed({ key: { ...flagKey, examples: ["aiSummaries"] } });

/** Query of the list of flags. */
export const ListFlagsQuery = listQuery({});
export type ListFlagsQuery = typeof ListFlagsQuery.static;

/** A request of OFREP. */
export const EvaluationRequest = closed(
	{
		context: Type.Optional(
			mapOf(Type.Unknown(), {
				maxProperties: 200,
				description:
					"`targetingKey`, a text, is the key by which rollouts divide, such as the id of a person or a " +
					"device. `orgId` names the organization, for system administrators; for others it is that of the " +
					"token. Other properties are accepted and ignored.",
			}),
		),
	},
	{ $id: "OfrepEvaluationRequestBody" },
);
export type EvaluationRequest = typeof EvaluationRequest.static;

const evaluatedKey = Type.String({ description: "Key of the flag.", examples: ["aiSummaries"] });
const source = OneOf(FLAG_SOURCES, "Source of the value; the values are listed by precedence, highest first.");

/** The value of a flag, in the form of OFREP. */
export const Evaluation = closed(
	{
		key: evaluatedKey,
		value: FlagValue,
		variant: Type.String({ description: "Name of the variant that has this value.", examples: ["on"] }),
		reason: OneOf(OFREP_REASONS, "The kind of the reason."),
		metadata: closed({ source }),
	},
	{ $id: "OfrepEvaluation" },
);
export type Evaluation = typeof Evaluation.static;

/** A flag that cannot be evaluated, in the form of OFREP. */
export const EvaluationFailure = closed(
	{ key: evaluatedKey, errorCode: OneOf(["TARGETING_KEY_MISSING"], "What is missing."), errorDetails: Type.String() },
	{ $id: "OfrepEvaluationFailure" },
);
export type EvaluationFailure = typeof EvaluationFailure.static;

/** The values of all flags. */
export const BulkEvaluation = closed(
	{
		flags: Type.Array(Type.Union([Evaluation, EvaluationFailure])),
		metadata: mapOf(Type.String(), { maxProperties: 4, description: "The `orgId` of the organization." }),
	},
	{ $id: "OfrepBulkEvaluation" },
);
export type BulkEvaluation = typeof BulkEvaluation.static;

/** Path of one evaluation. Any text, for whatever is not the key of a flag is one that there is not. */
export const EvaluationParams = closed({
	key: Type.String({ description: "Key of the flag.", examples: ["aiSummaries"] }),
});
