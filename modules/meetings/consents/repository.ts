import { aliasedTable, and, desc, eq, gt, inArray, lte, notExists, type SQL, sql } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { deletePortion } from "#db/portions";
import { type ConsentRow, consents, type ParticipantRow, participants } from "#db/schema";
import { type Bound, type Each, each, readRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantList, tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";
import type { ConsentKind } from "./values.ts";

/** A participant who stands in the way of what needs consent. */
export interface Participant {
	readonly id: string;
	readonly name: string;
}

type Asked = {
	readonly orgId: string;
	readonly meetingId: string;
	readonly kind: ConsentKind;
	/** What was decided after it, and who came after it, does not count; see {@link NOW}. */
	readonly asOfMs: number;
};

/** As of now: a decision can be dated a moment ahead, where a clock was set back. */
export const NOW = Number.MAX_SAFE_INTEGER;

/** Returns the query for the last decision of a participant of the statement around it; null before the first. */
function lastDecision({ orgId, meetingId, kind, asOfMs }: Bound<Asked>): SQL {
	const isTheirs = and(
		eq(consents.orgId, orgId),
		eq(consents.meetingId, meetingId),
		eq(consents.participantId, participants.id),
		eq(consents.kind, kind),
		lte(consents.decidedAtMs, asOfMs),
	);
	return sql`(select ${consents.decision} from ${consents} where ${isTheirs} order by ${desc(consents.decidedAtMs)} limit 1)`;
}

/**
 * The participants, oldest first, whose last decision is as `condition` says, of those who are in the room, or were, whatever
 * became of them since: what is recorded may be theirs. Whoever is removed takes neither their words nor their decision
 * with them.
 */
const participantsWhose = (condition: (decision: SQL) => SQL) =>
	readRows((db, { orgId, meetingId, kind, asOfMs, take }: Bound<Asked & { readonly take: number }>) =>
		db
			.select({ id: participants.id, name: participants.name })
			.from(participants)
			.where(
				and(
					eq(participants.orgId, orgId),
					eq(participants.meetingId, meetingId),
					lte(participants.joinedAtMs, asOfMs),
					condition(lastDecision({ orgId, meetingId, kind, asOfMs } as Bound<Asked>)),
				),
			)
			.orderBy(participants.createdAtMs, participants.id)
			.limit(take),
	);

/** Returns the participants who did not consent, undecided ones included. */
export const listWithoutConsent = participantsWhose((decision) => sql`coalesce(${decision}, 'denied') <> 'granted'`);

/** Returns the participants who denied their consent. */
export const listDenying = participantsWhose((decision) => sql`${decision} = 'denied'`);

type InRoom = { readonly orgId: string; readonly meetingId: string; readonly take: number };

/** Returns the ids of the participants who are in the room of a meeting, {@link oldestFirst}. */
export const listInRoom = readRows((db, { orgId, meetingId, take }: Bound<InRoom>) =>
	db
		.select({ id: participants.id })
		.from(participants)
		.where(
			and(
				eq(participants.orgId, orgId),
				eq(participants.meetingId, meetingId),
				eq(participants.state, sql`'admitted'`),
			),
		)
		.orderBy(participants.createdAtMs, participants.id)
		.limit(take),
);

/** Order of the participants of a meeting. */
export const oldestFirst = keyset("asc", { createdAtMs: participants.createdAtMs, id: participants.id });

const listParticipants = tenantList(participants, oldestFirst, ({ meetingId }: Bound<{ meetingId: string }>) =>
	eq(participants.meetingId, meetingId),
);
const consentRows = tenantRows(consents);

const later = aliasedTable(consents, "later");
type OfParticipants = { readonly orgId: string; readonly meetingId: string; readonly ids: Each<string> };
const listLatest = readRows((db, { orgId, meetingId, ids }: Bound<OfParticipants>) =>
	db
		.select()
		.from(consents)
		.where(
			and(
				eq(consents.orgId, orgId),
				eq(consents.meetingId, meetingId),
				inArray(consents.participantId, ids),
				notExists(
					db
						.select({ id: later.id })
						.from(later)
						.where(
							and(
								eq(later.orgId, orgId),
								eq(later.meetingId, meetingId),
								eq(later.participantId, consents.participantId),
								eq(later.kind, consents.kind),
								gt(later.decidedAtMs, consents.decidedAtMs),
							),
						),
				),
			),
		),
);

/** Queries on the consent of participants of one organization. */
export const readConsentsOf = (db: ReadDb, orgId: string) => ({
	/** Returns a slice of the participants of a meeting, {@link oldestFirst}. */
	listParticipants: (meetingId: string, slice: Slice): Promise<ParticipantRow[]> =>
		listParticipants(db, orgId, slice, { meetingId }),

	/** Returns the last decisions of these participants of a meeting: at most one of each and each kind. */
	listLatest: async (meetingId: string, ids: readonly string[]): Promise<ConsentRow[]> =>
		ids.length === 0 ? [] : listLatest(db, { orgId, meetingId, ids: each(ids) }),
});

/** Statements on the ledger of one organization, within a change. */
export const consentsOf = (tx: Db, orgId: string) => ({
	...readConsentsOf(tx, orgId),

	insert: consentRows(tx, orgId).insert,

	/** Deletes up to `limit` decisions about a meeting, and returns their number. */
	removeOfMeeting: (meetingId: string, limit: number): Promise<number> =>
		deletePortion(tx, consents, consents.id, and(eq(consents.orgId, orgId), eq(consents.meetingId, meetingId)), limit),
});
