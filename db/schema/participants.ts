import { sql } from "drizzle-orm";
import { artifact, person, within } from "../declarations.ts";
import { foreignKey, id, index, instant, int, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import { meetings } from "./meetings.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** States of a participant; `waiting`: in the lobby. */
export const PARTICIPANT_STATES = ["invited", "waiting", "admitted", "left", "refused", "removed"] as const;
export type ParticipantState = (typeof PARTICIPANT_STATES)[number];

/** Roles in a meeting. */
export const PARTICIPANT_ROLES = ["host", "participant", "guest"] as const;
export type ParticipantRole = (typeof PARTICIPANT_ROLES)[number];

/** Participants of meetings: people of the organization, and guests without an account. */
export const participants = table(
	"participants",
	{
		...ofTenant({ export: "participants" }),
		meetingId: within({ noArtifact: "who took part: part of the meeting itself" }).notNull(),
		/** Issuer and subject for a person of the provider without an account; null for a guest, and for an account that was erased. */
		userId: person(id(), { keepsId: "that a person took part stays; who they were does not" }),
		/** As given when they last joined; empty once the person was erased. */
		name: text().notNull(),
		/** Address an invited guest was invited at; null for others. */
		email: text(),
		/** The address in the form used for comparison; null without one. */
		emailKey: person(text()),
		/** SHA-256, hex, of the code that an invited guest joins with, or of who a learning-management system says a guest is; null for others. */
		inviteHash: id(),
		role: oneOf(...PARTICIPANT_ROLES).notNull(),
		state: oneOf(...PARTICIPANT_STATES).notNull(),
		joinedAtMs: instant(),
		leftAtMs: instant(),
		/** Sequence of the last event of the live captions when they last entered the room; null before they did. */
		enteredAtSeq: int(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("participants", t),
		foreignKey({
			name: "participants_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		uniqueIndex("participants_user_unique").on(t.orgId, t.meetingId, t.userId).where(sql`${t.userId} is not null`),
		index("participants_by_age").on(t.orgId, t.meetingId, t.createdAtMs, t.id),
		// Not led by orgId: which rows name this person, when their account is erased?
		index("participants_of_user").on(t.userId, t.orgId, t.meetingId).where(sql`${t.userId} is not null`),
		uniqueIndex("participants_email_unique").on(t.orgId, t.meetingId, t.emailKey).where(sql`${t.emailKey} is not null`),
		// The code of an invitation names its organization, as API keys do.
		uniqueIndex("participants_invite_unique").on(t.orgId, t.inviteHash).where(sql`${t.inviteHash} is not null`),
		index("participants_by_state").on(t.orgId, t.meetingId, t.state, t.createdAtMs, t.id),
		index("participants_of_email").on(t.emailKey, t.orgId, t.meetingId).where(sql`${t.emailKey} is not null`),
		...knownValues("participants", t),
	],
);

/** A participant as stored. */
export type ParticipantRow = typeof participants.$inferSelect;

/** What participants decided about the recording of a meeting: a ledger, nothing in it changes. The last entry counts. */
export const consents = table(
	"consents",
	{
		...ofTenant({ export: "consents" }),
		meetingId: within({ noArtifact: "proof of what was allowed, which outlives what was made" }).notNull(),
		participantId: id().notNull(),
		kind: oneOf("recording", "transcription", "summary").notNull(),
		decision: oneOf("granted", "denied").notNull(),
		decidedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("consents", t),
		foreignKey({
			name: "consents_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		index("consents_of_meeting").on(t.orgId, t.meetingId, t.participantId, t.kind, t.decidedAtMs, t.id),
		...knownValues("consents", t),
	],
);

/** A decision as stored. */
export type ConsentRow = typeof consents.$inferSelect;

/** Messages written during meetings. */
export const chatMessages = table(
	"chat_messages",
	{
		...ofTenant({ export: "chat-messages" }),
		meetingId: artifact("chat").notNull(),
		/** Null for a service. */
		participantId: id(),
		/** Name of a service; empty for a participant, who has a name of their own. */
		senderName: text().notNull(),
		text: text().notNull(),
		sentAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("chat_messages", t),
		foreignKey({
			name: "chat_messages_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		index("chat_messages_by_age").on(t.orgId, t.meetingId, t.sentAtMs, t.id),
	],
);

/** A chat message as stored. */
export type ChatMessageRow = typeof chatMessages.$inferSelect;
