import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type ConsentRow, consents, participants } from "#db/schema";
import { type Bound, readRows } from "#db/statement";

/** What a participant can consent to. */
export type ConsentKind = ConsentRow["kind"];

/** A participant who stands in the way of what needs consent. */
export interface Participant {
	readonly id: string;
	readonly name: string;
}

type Asked = { readonly orgId: string; readonly meetingId: string; readonly kind: ConsentKind };

/** Returns the query for the last decision of a participant of the statement around it; null before the first. */
function lastDecision({ orgId, meetingId, kind }: Bound<Asked>): SQL {
	const isTheirs = and(
		eq(consents.orgId, orgId),
		eq(consents.meetingId, meetingId),
		eq(consents.participantId, participants.id),
		eq(consents.kind, kind),
	);
	return sql`(select ${consents.decision} from ${consents} where ${isTheirs} order by ${desc(consents.decidedAtMs)}, ${desc(consents.id)} limit 1)`;
}

/** People who are in the room, or were: what is recorded may be theirs. */
const HEARD = ["admitted", "left"] as const;

/** The participants, oldest first, whose last decision is as `condition` says. */
const participantsWhose = (condition: (decision: SQL) => SQL) =>
	readRows((db, { orgId, meetingId, kind, take }: Bound<Asked & { readonly take: number }>) =>
		db
			.select({ id: participants.id, name: participants.name })
			.from(participants)
			.where(
				and(
					eq(participants.orgId, orgId),
					eq(participants.meetingId, meetingId),
					inArray(participants.state, [...HEARD]),
					condition(lastDecision({ orgId, meetingId, kind } as Bound<Asked>)),
				),
			)
			.orderBy(participants.createdAtMs, participants.id)
			.limit(take),
	);

/** Returns the participants who did not consent, undecided ones included. */
export const listWithoutConsent = participantsWhose((decision) => sql`coalesce(${decision}, 'denied') <> 'granted'`);

/** Returns the participants who denied their consent. */
export const listDenying = participantsWhose((decision) => sql`${decision} = 'denied'`);
