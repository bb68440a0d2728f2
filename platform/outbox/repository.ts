import { and, asc, eq, gt, gte, lte } from "drizzle-orm";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { type EventRow, events, organizationLedgers } from "#db/schema";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb, ReadHandle } from "#db/store";
import type { Slice } from "#kernel/list";

const insertEvent = write((tx, event: Bound<EventRow>) => tx.insert(events).values(event));

/**
 * Appends events of one organization; their sequence numbers were taken in the same transaction.
 * @returns a promise for each, since none has to wait for another
 */
export const insertEvents = (tx: Db, rows: readonly EventRow[]): Promise<unknown>[] =>
	rows.map((row) => insertEvent(tx, row));

const logOrder = keyset("asc", { orgId: events.orgId, sequence: events.sequence });
const listOfAll = readRows((db, { after, take }: Bound<SliceValues>) =>
	db
		.select()
		.from(events)
		.where(logOrder.after(after))
		.orderBy(...logOrder.by)
		.limit(take),
);

/** Without the organization in the order: SQLite would read its log from the start. */
const ownOrder = keyset("asc", { sequence: events.sequence });
const listOf = readRows((db, { orgId, after, take }: Bound<SliceValues & { readonly orgId: string }>) =>
	db
		.select()
		.from(events)
		.where(and(eq(events.orgId, orgId), ownOrder.after(after)))
		.orderBy(...ownOrder.by)
		.limit(take),
);

/**
 * Returns a slice of the events of an organization, of all organizations where it is null, in the order of their logs.
 * @param slice its position is an organization and a sequence number
 */
export const listEvents = (acrossTenants: ReadHandle, orgId: string | null, slice: Slice): Promise<EventRow[]> =>
	orgId === null
		? listOfAll(acrossTenants, sliceValues(slice))
		: listOf(acrossTenants, { orgId, ...sliceValues({ ...slice, after: slice.after?.slice(1) ?? null }) });

type Redacted = Pick<EventRow, "orgId" | "sequence" | "object" | "changes">;
const redact = write((tx, { orgId, sequence, object, changes }: Bound<Redacted>) =>
	tx
		.update(events)
		.set({ object, changes })
		.where(and(eq(events.orgId, orgId), eq(events.sequence, sequence))),
);

/** Replaces the payload of an event, and what it says of changes. */
export const redactEvent = (tx: Db, { orgId, sequence, object, changes }: EventRow): Promise<number> =>
	redact(tx, { orgId, sequence, object, changes });

/** Events read at once that may have occurred at the same time. */
const SIMULTANEOUS = 50;
/** More events than an organization can have. */
const END = 2 ** 40;

/** Returns the events of an organization that occurred at an instant, found by halves. */
export async function listAt(tx: Db, orgId: string, atMs: number): Promise<EventRow[]> {
	const found: EventRow[] = [];
	for (let from = (await sequenceAt(tx, orgId, END, atMs)) - 1; ; ) {
		const page = await listOf(tx, { orgId, ...sliceValues({ after: [from], take: SIMULTANEOUS }) });
		const simultaneous = page.filter(({ occurredAtMs }) => occurredAtMs === atMs);
		found.push(...simultaneous);
		const last = page.at(-1);
		if (last === undefined || simultaneous.length < SIMULTANEOUS) return found;
		from = last.sequence;
	}
}

const byOrganization = keyset("asc", { orgId: organizationLedgers.orgId });
const ledgers = readRows((db, { after, take }: Bound<SliceValues>) =>
	db
		.select({ orgId: organizationLedgers.orgId })
		.from(organizationLedgers)
		.where(byOrganization.after(after))
		.orderBy(...byOrganization.by)
		.limit(take),
);

/** Returns a slice of the organizations that have a log, in the order of their ids. */
export const listLogs = (acrossTenants: ReadHandle, slice: Slice) => ledgers(acrossTenants, sliceValues(slice));

const oldest = readRows((db, { orgId, take }: Bound<{ readonly orgId: string; readonly take: number }>) =>
	db
		.select({ sequence: events.sequence, occurredAtMs: events.occurredAtMs })
		.from(events)
		.where(eq(events.orgId, orgId))
		.orderBy(asc(events.sequence))
		.limit(take),
);

/** Returns the oldest events of an organization, in order: when they occurred. */
export const listOldest = (db: ReadDb, orgId: string, take: number) => oldest(db, { orgId, take });

const cut = write((tx, { orgId, upTo }: Bound<{ readonly orgId: string; readonly upTo: number }>) =>
	tx.delete(events).where(and(eq(events.orgId, orgId), lte(events.sequence, upTo))),
);

/** Deletes the events of an organization up to a sequence, and returns their number. */
export const deleteUpTo = (tx: Db, orgId: string, upTo: number): Promise<number> => cut(tx, { orgId, upTo });

type Range = { readonly orgId: string; readonly after: number; readonly last: number; readonly take: number };
const typesOf = readRows((db, { orgId, after, last, take }: Bound<Range>) =>
	db
		.select({ sequence: events.sequence, type: events.type })
		.from(events)
		.where(and(eq(events.orgId, orgId), gt(events.sequence, after), lte(events.sequence, last)))
		.orderBy(asc(events.sequence))
		.limit(take),
);

/** Returns the types of up to `take` events of an organization, in order, after one and up to another. */
export const listTypes = (db: ReadDb, range: Range): Promise<{ sequence: number; type: string }[]> =>
	typesOf(db, range);

const bySequence = readRow((db, { orgId, sequence }: Bound<{ orgId: string; sequence: number }>) =>
	db
		.select()
		.from(events)
		.where(and(eq(events.orgId, orgId), eq(events.sequence, sequence)))
		.limit(1),
);
const byId = readRow((db, { orgId, id }: Bound<{ orgId: string; id: string }>) =>
	db
		.select()
		.from(events)
		.where(and(eq(events.orgId, orgId), eq(events.id, id)))
		.limit(1),
);

/** Returns an event; undefined when there is none, or it is no longer kept. */
export const findEvent = (db: ReadDb, orgId: string, which: { sequence: number } | { id: string }) =>
	"id" in which ? byId(db, { orgId, id: which.id }) : bySequence(db, { orgId, sequence: which.sequence });

const nextOf = readRow((db, { orgId, from }: Bound<{ orgId: string; from: number }>) =>
	db
		.select({ sequence: events.sequence, occurredAtMs: events.occurredAtMs })
		.from(events)
		.where(and(eq(events.orgId, orgId), gte(events.sequence, from)))
		.orderBy(asc(events.sequence))
		.limit(1),
);

/**
 * Returns the first sequence of an organization's events at or after an instant, found by halves since they are in the
 * order of time; one after `head` when there is none.
 * @param head the last sequence
 */
export async function sequenceAt(db: ReadDb, orgId: string, head: number, atMs: number): Promise<number> {
	let [low, high] = [(await nextOf(db, { orgId, from: 0 }))?.sequence ?? head + 1, head + 1];
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		const event = await nextOf(db, { orgId, from: middle });
		if (event === undefined || event.occurredAtMs >= atMs) high = middle;
		else low = middle + 1;
	}
	return low;
}
