import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, getResponses, okResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import type { SectionDescription } from "#platform/sections";
import {
	RetentionChangeQuery,
	RetentionPatch,
	RetentionPolicy,
	RetentionPreview,
	RetentionRun,
	runFields,
	SelectedRetention,
	SetRetentionRequest,
} from "./schemas.ts";

/** The tag of the operations on retention. */
export const tag: Tag = {
	name: "Retention",
	description: "Retention periods of an organization, and receipts of its purges.",
};

const example: RetentionPolicy = {
	transcripts: "365d",
	recordings: "90d",
	chatLogs: "180d",
	userData: "30d",
	examData: "1095d",
};

/** Documentation of the operations on the retention policy. */
export const description: SectionDescription<
	typeof RetentionPolicy,
	typeof RetentionPatch,
	typeof SetRetentionRequest
> = {
	path: "retention",
	name: "RetentionPolicy",
	noun: "retention policy",
	schema: RetentionPolicy,
	selection: SelectedRetention,
	patch: RetentionPatch,
	whole: { schema: SetRetentionRequest, example: { recordings: "30d", chatLogs: "90d" } },
	example,
	examplePatch: { recordings: "30d", chatLogs: null },
	about:
		"Returns the five periods in effect. `fields=*` adds `effective`, the `source` of each period, `pendingChange` while " +
		"shorter periods have hidden content that is not purged yet, the number of active legal `holds`, `lastRun` and " +
		"`nextRun` of the purge.",
	change: {
		query: RetentionChangeQuery,
		about:
			"Content whose period is over is hidden at once and purged by the next hourly run. Content hidden by a shorter " +
			"period is purged 72 hours after the change; until then, a longer period makes it visible again. With " +
			"`immediate=true` and the `previewId` of exactly this policy, the next run purges it, and content hidden by " +
			"earlier changes as well.",
		errors: [],
	},
};

const nothing = { items: 0, bytes: 0, oldest: null, newest: null, heldItems: 0 };
const examplePreview: RetentionPreview = {
	previewId: exampleId("rpv"),
	policy: { ...example, recordings: "30d" },
	classes: {
		transcripts: nothing,
		recordings: {
			items: 412,
			bytes: 38_117_261_312,
			oldest: "2029-11-12T08:00:00.000Z",
			newest: "2029-12-02T09:30:00.000Z",
			heldItems: 3,
		},
		chatLogs: nothing,
		userData: nothing,
		examData: nothing,
	},
	expiresAt: "2030-01-01T10:30:00.000Z",
};

const none = { items: 0, bytes: 0, heldItems: 0 };
const exampleRun: RetentionRun = {
	id: exampleId("run"),
	orgId: exampleId("org"),
	trigger: "schedule",
	dryRun: false,
	state: "completed",
	policy: example,
	classes: {
		transcripts: none,
		recordings: { items: 412, bytes: 38_117_261_312, heldItems: 3 },
		chatLogs: none,
		userData: none,
		examData: none,
	},
	objects: { count: 398, bytes: 37_402_113_024 },
	failure: null,
	createdAt: "2030-01-01T09:00:00.000Z",
	startedAt: "2030-01-01T09:00:00.000Z",
	endedAt: "2030-01-01T09:02:11.482Z",
};
const queuedRun: RetentionRun = {
	...exampleRun,
	trigger: "request",
	state: "queued",
	policy: null,
	classes: { ...exampleRun.classes, recordings: none },
	objects: { count: 0, bytes: 0 },
	startedAt: null,
	endedAt: null,
};

/** Documentation of the operations on what a policy purges. */
export const documentation = {
	preview: operation({
		id: "previewRetentionPolicy",
		summary: "Preview a retention policy",
		description:
			"Counts what the policy would purge if it took effect at once; changes nothing. Omitted periods have their " +
			"defaults, as with PUT. For an hour, the `previewId` permits a change to exactly this policy with " +
			"`immediate=true`.",
		tag,
		request: { recordings: "30d" },
		responses: {
			200: okResponse("Content the policy would purge", RetentionPreview, "Retention policy previewed", examplePreview),
		},
		errors: ["compliance_violation"],
	}),

	run: operation({
		id: "runRetention",
		summary: "Purge what has expired",
		description:
			"Starts a run instead of waiting for the hourly one, or returns the run in progress. `dryRun: true` only " +
			"counts. A run is completed when everything it counts is deleted, files included: poll its `Location`.",
		tag,
		request: { dryRun: false },
		responses: { 202: createdResponse("run", "The run", RetentionRun, "Run queued", queuedRun) },
	}),

	listRuns: operation({
		id: "listRetentionRuns",
		summary: "List the runs of the purge",
		description: "Newest first. Scheduled runs that had nothing to purge are not listed.",
		tag,
		responses: { 200: pageResponse("A page of runs", runFields.schema, "Runs retrieved", exampleRun) },
	}),

	getRun: operation({
		id: "getRetentionRun",
		summary: "Get a run of the purge",
		description:
			"Returns the receipt of what it purged. The audit log and `retention.purge.completed` contain the same.",
		tag,
		responses: getResponses("The run", runFields.schema, "Run retrieved", exampleRun),
	}),
};
