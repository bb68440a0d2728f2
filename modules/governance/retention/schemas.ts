import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable, selectionOf, shapeOf } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, documentedAs, each, Flag, Id, Nullable, OneOf, patchOf, Timestamp } from "#http/schemas";
import { parseRetentionDays } from "./parse.ts";
import { RETENTION_CLASSES, RETENTION_RUN_STATES, RETENTION_SOURCES, RETENTION_TRIGGERS } from "./values.ts";

const members = each(
	RETENTION_CLASSES,
	checked(
		Type.String({ description: "Whole days, 0d…36500d; 0d: never stored.", examples: ["365d"] }),
		parseRetentionDays,
	),
);

/** The effective retention periods of the classes of data. */
export const RetentionPolicy = closed(members, { $id: "RetentionPolicy" });
export type RetentionPolicy = typeof RetentionPolicy.static;

/** Retention periods that differ from the defaults. */
export const RetentionOverrides = Type.Partial(closed(members), { additionalProperties: false });
export type RetentionOverrides = typeof RetentionOverrides.static;

/** The same as the body of a request. */
export const SetRetentionRequest = { ...RetentionOverrides, $id: "SetRetentionPolicyRequestBody" };

/** A policy to be previewed. */
export const PreviewRetentionRequest = { ...RetentionOverrides, $id: "PreviewRetentionPolicyRequestBody" };

/** A merge patch of the policy: null removes the override. */
export const RetentionPatch = patchOf(RetentionPolicy, { $id: "UpdateRetentionPolicyRequestBody" });
export type RetentionPatch = typeof RetentionPatch.static;

/** Parameters of a change of the policy. */
export const RetentionChangeQuery = closed({
	immediate: Type.Optional(
		Flag("Purges content hidden by shorter periods in the next run instead of 72 hours later. Requires `previewId`."),
	),
	previewId: Type.Optional(Id("rpv", "id of the preview of exactly this policy, made within the last hour")),
});
export type RetentionChangeQuery = typeof RetentionChangeQuery.static;

const PendingChange = closed({
	previous: Type.Partial(closed(members), {
		additionalProperties: false,
		description: "For the affected classes, the longer periods by which content is still purged.",
	}),
	changedAt: Timestamp,
	purgesFrom: Timestamp,
});
export type PendingChange = typeof PendingChange.static;

const LastRun = closed({
	id: Id("run", "id of the run"),
	state: OneOf(RETENTION_RUN_STATES, "state of the run"),
	startedAt: Nullable(Timestamp),
	endedAt: Nullable(Timestamp),
});
export type LastRun = typeof LastRun.static;

/** All members of a retention policy that `fields` can select. */
const FullRetention = closed({
	...members,
	effective: closed(members, { description: "The periods in effect." }),
	source: closed(
		each(
			RETENTION_CLASSES,
			OneOf(
				RETENTION_SOURCES,
				"`organization`: its own period; `system`: the default of this service; `compliance`: the compliance mode, which replaces the other",
			),
		),
	),
	pendingChange: Nullable(PendingChange),
	holds: Type.Integer({ minimum: 0, description: "Number of active legal holds, which keep content from expiring." }),
	lastRun: Nullable(LastRun),
	nextRun: Nullable(Timestamp),
});
export type FullRetention = typeof FullRetention.static;

/** Names that `fields` can use for a policy. */
export const retentionShape = shapeOf(FullRetention);

const RetentionSelection = selectionOf(FullRetention);
export type RetentionSelection = typeof RetentionSelection.static;

/** A policy, or its members selected by `fields`. */
export const SelectedRetention = documentedAs(Type.Union([RetentionPolicy, RetentionSelection]), {
	...FullRetention,
	required: [...RETENTION_CLASSES],
	$id: "RetentionPolicySelection",
});

const classPreview = closed({
	items: Type.Integer({
		minimum: 0,
		description: "Number of items whose period is over, such as recordings or chats.",
	}),
	bytes: Type.Integer({ minimum: 0, description: "Total size of the files among them." }),
	oldest: Nullable(Timestamp),
	newest: Nullable(Timestamp),
	heldItems: Type.Integer({
		minimum: 0,
		description: "Number of items preserved by a legal hold, which are not purged.",
	}),
});
export type ClassPreview = typeof classPreview.static;

/** What a policy would purge if it took effect at once. */
export const RetentionPreview = closed(
	{
		previewId: Id("rpv", "id of the preview, which permits a change with `immediate=true`"),
		policy: closed(members, { description: "The periods of all classes, with defaults for omitted ones." }),
		classes: closed(each(RETENTION_CLASSES, classPreview)),
		expiresAt: Timestamp,
	},
	{ $id: "RetentionPreview" },
);
export type RetentionPreview = typeof RetentionPreview.static;

const purgedClass = closed({
	items: Type.Integer({ minimum: 0, description: "Number of items purged, such as recordings or chats." }),
	bytes: Type.Integer({ minimum: 0, description: "Total size of the purged files." }),
	heldItems: Type.Integer({ minimum: 0, description: "Number of expired items that a legal hold keeps." }),
});

/** A run of the purge, and the receipt of what it purged. */
export const RetentionRun = closed(
	{
		id: Id("run", "id of the run"),
		orgId: Id("org", "id of the organization"),
		trigger: OneOf(RETENTION_TRIGGERS, "trigger of the run"),
		dryRun: Type.Boolean({ description: "Whether it only counts what it would purge." }),
		state: OneOf(RETENTION_RUN_STATES, "`completed`: everything counted is deleted, files included"),
		policy: Nullable(
			closed(members, {
				description: "The periods it purges by, which may be longer than those in effect; null until it has started.",
			}),
		),
		classes: closed(each(RETENTION_CLASSES, purgedClass)),
		objects: closed(
			{ count: Type.Integer({ minimum: 0 }), bytes: Type.Integer({ minimum: 0 }) },
			{ description: "Files deleted from the storage because nothing else uses them." },
		),
		failure: Nullable(closed({ code: Type.String({ examples: ["server_error"] }), detail: Type.String() })),
		createdAt: Timestamp,
		startedAt: Nullable(Timestamp),
		endedAt: Nullable(Timestamp),
	},
	{ $id: "RetentionRun" },
);
export type RetentionRun = typeof RetentionRun.static;

/** A run as `fields` may select it. */
export const runFields = selectable(RetentionRun);

/** A request for a run. */
export const RunRetentionRequest = closed(
	{
		dryRun: Type.Optional(Type.Boolean({ description: "Whether to count only what it would purge; default: false." })),
	},
	{ $id: "RunRetentionRequestBody" },
);
export type RunRetentionRequest = typeof RunRetentionRequest.static;

/** Path of a run. */
export const RunParams = closed({ orgId: Id("org", "id of the organization"), runId: Id("run", "id of the run") });

/** Query of the list of runs. */
export const ListRunsQuery = listQuery({});
export type ListRunsQuery = typeof ListRunsQuery.static;

/** A change of the policy of an organization, as events show it. */
export const RetentionPolicyChange = closed(
	{
		orgId: Id("org", "id of the organization"),
		policy: closed(members),
		previous: closed(members),
		purgesFrom: Nullable(Timestamp),
		immediate: Type.Boolean({ description: "Whether content hidden by shorter periods is purged at once." }),
	},
	{ $id: "RetentionPolicyChange" },
);
export type RetentionPolicyChange = typeof RetentionPolicyChange.static;
