import { and, asc, eq, gt, inArray, lte } from "drizzle-orm";
import { events, meetings, organizationLedgers } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";

type OfOrganization = { readonly orgId: string };

const ledger = readRow((db, { orgId }: Bound<OfOrganization>) =>
	db
		.select({ head: organizationLedgers.eventSequence })
		.from(organizationLedgers)
		.where(eq(organizationLedgers.orgId, orgId))
		.limit(1),
);

/** Returns the sequence of the last event of an organization; 0 before the first. */
export const findHead = async (db: ReadDb, orgId: string): Promise<number> => (await ledger(db, { orgId }))?.head ?? 0;

const first = readRow((db, { orgId }: Bound<OfOrganization>) =>
	db
		.select({ sequence: events.sequence })
		.from(events)
		.where(eq(events.orgId, orgId))
		.orderBy(asc(events.sequence))
		.limit(1),
);

/** Returns the sequence of the oldest event of an organization that is kept; undefined: none is. */
export const findFirst = async (db: ReadDb, orgId: string): Promise<number | undefined> =>
	(await first(db, { orgId }))?.sequence;

/** A part of a log: after a position, up to another. */
type Range = OfOrganization & { readonly after: number; readonly upTo: number; readonly take: number };

const inRange = readRows(
	(db, { orgId, after, upTo, take, types }: Bound<Range & { readonly types: Each<string> | undefined }>) =>
		db
			.select()
			.from(events)
			.where(
				and(
					eq(events.orgId, orgId),
					gt(events.sequence, after),
					lte(events.sequence, upTo),
					types && inArray(events.type, types),
				),
			)
			.orderBy(asc(events.sequence))
			.limit(take),
);

/** Returns the first events of a range, in order. @param types null: of all types */
export const listEvents = (db: ReadDb, range: Range, types: readonly string[] | null) =>
	inRange(db, { ...range, types: types === null ? undefined : each(types) });

const kinds = readRows((db, { orgId, ids }: Bound<OfOrganization & { readonly ids: Each<string> }>) =>
	db
		.select({ id: meetings.id, kind: meetings.kind })
		.from(meetings)
		.where(and(eq(meetings.orgId, orgId), inArray(meetings.id, ids))),
);

/** Returns the kinds of meetings by id; a meeting that was deleted is missing. */
export async function findMeetingKinds(db: ReadDb, orgId: string, ids: readonly string[]) {
	const rows = await kinds(db, { orgId, ids: each(ids) });
	return new Map(rows.map(({ id, kind }) => [id, kind]));
}
