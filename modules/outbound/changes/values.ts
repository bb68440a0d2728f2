import type { Scope } from "#kernel/scopes";

/** What changes. */
export const RESOURCES = [
	"meeting",
	"attendance",
	"recording",
	"transcript",
	"translation",
	"summary",
	"action_item",
	"job",
	"notification",
	"export",
	"erasure",
	"retention_run",
	"everything",
] as const;
export type Resource = (typeof RESOURCES)[number];

/** The scopes with which resources are read that belong to no meeting. */
export const SCOPES: Readonly<Partial<Record<Resource, Scope>>> = {
	export: "org:admin",
	erasure: "org:admin",
	retention_run: "audit:read",
};

/** Beginnings of the types of events, and what they tell of. */
const BEGINNINGS: readonly (readonly [beginning: string, resource: Resource])[] = [
	["meeting.", "meeting"],
	["attendance.", "attendance"],
	["recording.", "recording"],
	["transcript.", "transcript"],
	["transcription.", "job"],
	["translation.", "translation"],
	["summary.", "summary"],
	["action_item.", "action_item"],
	["privacy.export_", "export"],
	["privacy.erasure_", "erasure"],
	["retention.purge.", "retention_run"],
];

/** Returns what events of a type tell of; undefined: of nothing that is announced. */
export const resourceOf = (type: string): Resource | undefined =>
	BEGINNINGS.find(([beginning]) => type.startsWith(beginning))?.[1];
