import { person, tenant, within } from "../declarations.ts";
import {
	bigint,
	bool,
	clustered,
	foreignKey,
	id,
	index,
	instant,
	int,
	knownValues,
	oneOf,
	primaryKey,
	table,
	text,
	uniqueIndex,
} from "../dsl.ts";
import { meetings } from "./meetings.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";
import { organizations } from "./organizations.ts";

/** Live captions of meetings: one session of each meeting that has any. */
export const liveSessions = table(
	"live_sessions",
	{
		...ofTenant({ notExported: "the state of live captions; what was said is in the segments" }),
		meetingId: within({ noArtifact: "the order of what was said; what was said is a transcript" }).notNull(),
		/** The transcript that its finals are segments of; null before the first. */
		transcriptId: id(),
		/** `closed`: the meeting is over and its transcript published. */
		state: oneOf("open", "closed").notNull(),
		/** Sequence of the last event; 0 before the first. */
		lastSeq: int().notNull(),
		/** Sequence of the last captions that a captioner's tool has posted; null before the first. */
		captionSeq: int(),
		/** Where the time line of its segments begins. */
		startedAtMs: instant().notNull(),
		closedAtMs: instant(),
	},
	(t) => [
		...tenantKeys("live_sessions", t),
		foreignKey({
			name: "live_sessions_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		uniqueIndex("live_sessions_meeting_unique").on(t.orgId, t.meetingId),
		...knownValues("live_sessions", t),
	],
);

/** A live session as stored. */
export type LiveSessionRow = typeof liveSessions.$inferSelect;

/** Audio tracks of live sessions: one of each participant who speaks. */
export const liveTracks = table(
	"live_tracks",
	{
		...ofTenant({ notExported: "the state of live captions" }),
		sessionId: id().notNull(),
		/** The participant who speaks; null for a service that pushes audio or captions. */
		participantId: id(),
		/** Name of a track of no participant; empty for others. */
		label: text().notNull(),
		/** The speaker of its segments; null before the first. */
		speakerId: id(),
		/** How much of its audio was heard, all connections together: a client that reconnects sends what follows. */
		heardMs: bigint().notNull(),
		/** Where its last segment ends on the time line of the session; 0 before the first. */
		endMs: bigint().notNull().default(0),
		/** Counts the publishers it has had. Only the latest stores anything: whoever advances it stops the one before. */
		generation: int().notNull().default(0),
		/** Whether the latest publisher may have more to store; it stays true when its process dies. */
		publishing: bool().notNull().default(false),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("live_tracks", t),
		foreignKey({
			name: "live_tracks_session_fk",
			columns: [t.orgId, t.sessionId],
			foreignColumns: [liveSessions.orgId, liveSessions.id],
		}).onDelete("cascade"),
		index("live_tracks_of_session").on(t.orgId, t.sessionId, t.participantId, t.id),
	],
);

/** An audio track as stored. */
export type LiveTrackRow = typeof liveTracks.$inferSelect;

/**
 * The events of live sessions that no client may miss, in their order. They name segments and contain no text: whoever
 * reads them later gets the text as it is then.
 */
export const liveEvents = clustered(
	table(
		"live_events",
		{
			orgId: tenant({ notExported: "the order of live captions" }).notNull(),
			sessionId: id().notNull(),
			/** From 1, without gaps. */
			seq: int().notNull(),
			kind: oneOf("final", "translation").notNull(),
			segmentId: id().notNull(),
			/** Language of a translation; null for a final. */
			language: text(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.sessionId, t.seq] }),
			foreignKey({
				name: "live_events_session_fk",
				columns: [t.orgId, t.sessionId],
				foreignColumns: [liveSessions.orgId, liveSessions.id],
			}).onDelete("cascade"),
			...knownValues("live_events", t),
		],
	),
);

/** A live event as stored. */
export type LiveEventRow = typeof liveEvents.$inferSelect;

/** Secret addresses at which captions of a meeting are posted by tools that know no tokens: at most one of each meeting. */
export const captionAddresses = table(
	"caption_addresses",
	{
		...ofTenant({ notExported: "only the hash of a secret" }),
		meetingId: within({ noArtifact: "where captions are posted; they become a transcript" }).notNull(),
		/** SHA-256 of the secret of the address, hex. */
		secretHash: id().notNull(),
		/** Who made it: it works as long as they may run the meeting. */
		createdBy: person(text().notNull(), {
			keeps: "an address is its meeting's; the id of who made it identifies no one any more",
			notExported: "that they made an address is in their audit log",
		}),
		/** For somebody of the provider, who alone vouches for them, what identifies them until their token expires; null for others. */
		identity: text(),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("caption_addresses", t),
		foreignKey({
			name: "caption_addresses_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		uniqueIndex("caption_addresses_meeting_unique").on(t.orgId, t.meetingId),
	],
);

/** A caption address as stored. */
export type CaptionAddressRow = typeof captionAddresses.$inferSelect;

/** Links at which people without an account read the live captions of a meeting: at most one of each. */
export const captionLinks = table(
	"caption_links",
	{
		...ofTenant({ notExported: "only the hash of a secret" }),
		meetingId: within({ noArtifact: "where captions are read; they become a transcript" }).notNull(),
		/** SHA-256 of the secret of the link, hex. */
		secretHash: id().notNull(),
		/** Who made it: it works as long as they may run the meeting. */
		createdBy: person(text().notNull(), {
			keeps: "a link is its meeting's; the id of who made it identifies no one any more",
			notExported: "that they made a link is in their audit log",
		}),
		/** For somebody of the provider, who alone vouches for them, what identifies them until their token expires; null for others. */
		identity: text(),
		expiresAtMs: instant().notNull(),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("caption_links", t),
		foreignKey({
			name: "caption_links_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		uniqueIndex("caption_links_meeting_unique").on(t.orgId, t.meetingId),
	],
);

/** A captions link as stored. */
export type CaptionLinkRow = typeof captionLinks.$inferSelect;

/** Tickets of live sockets that were used: each opens one. */
export const spentLiveTickets = clustered(
	table(
		"spent_live_tickets",
		{
			orgId: tenant({ notExported: "hashes of tickets" }).notNull(),
			/** SHA-256 of the ticket, hex. */
			ticketHash: id().notNull(),
			expiresAtMs: instant().notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.ticketHash] }),
			foreignKey({
				name: "spent_live_tickets_org_fk",
				columns: [t.orgId],
				foreignColumns: [organizations.id],
			}).onDelete("cascade"),
			// Not led by orgId: the cleanup deletes those of all tenants.
			index("spent_live_tickets_by_expiry").on(t.expiresAtMs, t.orgId, t.ticketHash),
		],
	),
);

/** A used ticket as stored. */
export type SpentLiveTicketRow = typeof spentLiveTickets.$inferSelect;
