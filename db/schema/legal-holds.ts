import { sql } from "drizzle-orm";
import { person, within } from "../declarations.ts";
import { foreignKey, id, index, instant, int, json, knownValues, oneOf, table, text } from "../dsl.ts";
import { meetings } from "./meetings.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** What a legal hold preserves; `period`: every meeting of a time range. */
export const HOLD_SCOPES = ["meeting", "person", "workspace", "period", "organization"] as const;
export type HoldScope = (typeof HOLD_SCOPES)[number];

/** States of a legal hold; `released` is final. */
export const HOLD_STATES = ["active", "released"] as const;
export type HoldState = (typeof HOLD_STATES)[number];

/**
 * Legal holds: what they match is neither deleted nor purged until they are released. A hold matches a meeting that
 * satisfies all of its conditions that are not null.
 */
export const legalHolds = table(
	"legal_holds",
	{
		...ofTenant({ export: "legal-holds" }),
		name: text().notNull(),
		/** Number or title of the proceedings; null for none. */
		matter: text(),
		/** Null for none. */
		reason: text(),
		scope: oneOf(...HOLD_SCOPES).notNull(),
		/** The only meeting it matches. */
		meetingId: within({
			noArtifact: "what is to be preserved: no text of a meeting",
			keeps: "that a meeting was held, and why, is to be seen after its release",
		}),
		/** Somebody who hosts, created, takes part in or was invited to each meeting it matches. */
		userId: person(id(), { notExported: "a hold preserves evidence, which a person whom it is on must not learn of" }),
		/** The workspace of each meeting it matches. */
		workspaceId: id(),
		/** Start of the time range, inclusive; null: none. */
		rangeStartsAtMs: instant(),
		/** End of the time range, exclusive; null: none. */
		rangeEndsAtMs: instant(),
		state: oneOf(...HOLD_STATES).notNull(),
		placedBy: person(text().notNull(), {
			keeps: "what an organization preserves, and why; the ids of who placed and released it identify no one any more",
			notExported: "that they placed a hold is in their audit log",
		}),
		/** Null while it is active, as are the next two. */
		releasedBy: person(text(), { notExported: "that they released a hold is in their audit log" }),
		releasedAtMs: instant(),
		/** Null for none. */
		releaseReason: text(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("legal_holds", t),
		// Does one match this meeting? Those that match more than one meeting have null here.
		index("legal_holds_active").on(t.orgId, t.meetingId).where(sql`${t.state} = 'active'`),
		index("legal_holds_by_age").on(t.orgId, t.createdAtMs, t.id),
		index("legal_holds_by_state").on(t.orgId, t.state, t.createdAtMs, t.id),
		index("legal_holds_by_scope").on(t.orgId, t.scope, t.createdAtMs, t.id),
		index("legal_holds_by_scope_and_state").on(t.orgId, t.scope, t.state, t.createdAtMs, t.id),
		// Not led by orgId: is one on this person, wherever?
		index("legal_holds_on_person").on(t.userId, t.orgId).where(sql`${t.state} = 'active' and ${t.userId} is not null`),
		...knownValues("legal_holds", t),
	],
);

/** A legal hold as stored. */
export type LegalHoldRow = typeof legalHolds.$inferSelect;

/** What of a meeting has texts that can be replaced. */
export const FORMER_TEXT_OBJECTS = [
	"meeting",
	"participant",
	"speaker",
	"segment",
	"translation",
	"summary",
	"action_item",
] as const;

/** Texts of held meetings from before they were replaced: kept as long as a hold matches the meeting. */
export const formerTexts = table(
	"former_texts",
	{
		...ofTenant({ export: "former-texts" }),
		meetingId: within({
			noArtifact: "there as long as a hold matches the meeting, which no retention period ends",
		}).notNull(),
		objectType: oneOf(...FORMER_TEXT_OBJECTS).notNull(),
		objectId: id().notNull(),
		/** What the replaced members said, by their names. */
		former: json<Readonly<Record<string, unknown>>>().notNull(),
		replacedBy: person(text().notNull(), {
			keeps:
				"what a hold preserves, and is deleted with its release; the id of who replaced it identifies no one any more",
			notExported: "what others wrote, which a hold preserves; that they changed it is in their audit log",
		}),
		replacedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("former_texts", t),
		foreignKey({
			name: "former_texts_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		// With the meeting, so that those that a hold does not match need not be read.
		index("former_texts_by_age").on(t.orgId, t.replacedAtMs, t.id, t.meetingId),
		index("former_texts_of_meeting").on(t.orgId, t.meetingId, t.replacedAtMs, t.id),
		...knownValues("former_texts", t),
	],
);

/** A former text as stored. */
export type FormerTextRow = typeof formerTexts.$inferSelect;
