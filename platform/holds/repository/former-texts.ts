import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { deletePortion } from "#db/portions";
import { type FormerTextRow, formerTexts, meetings } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Position } from "#kernel/cursor";
import type { Slice } from "#kernel/list";
import { heldBy, heldMeeting } from "./holds.ts";

export type { FormerTextRow as FormerText };

/** Order of the list. */
export const newestReplaced = keyset("desc", { replacedAtMs: formerTexts.replacedAtMs, id: formerTexts.id });

const insert = write((tx, { orgId, meetingId, ...row }: Bound<FormerTextRow>) => {
	const { id, objectType, objectId, former, replacedBy, replacedAtMs } = row;
	const values = sql`${meetings.orgId}, ${id}, ${meetings.id}, ${objectType}, ${objectId}, ${sql.param(former, formerTexts.former)}, ${replacedBy}, cast(${replacedAtMs} as bigint)`;
	const isHeld = and(eq(meetings.orgId, orgId), eq(meetings.id, meetingId), heldMeeting(meetings.orgId, meetings.id));
	return tx.insert(formerTexts).select(sql`select ${values} from ${meetings} where ${isHeld}`);
});

/** Stores a former text if an active hold matches its meeting; holds must be shared, see `shareHolds`. */
export const insertIfHeld: (tx: Db, row: FormerTextRow) => Promise<number> = insert;

/** Former texts that are looked at for a page; most lists find all they need among the first. */
const LOOKED_AT = 1_000;

type Looked = { readonly orgId: string; readonly holdId: string; readonly meetingId: string | undefined };
const look = readRows((db, { orgId, holdId, meetingId, after, take }: Bound<Looked & SliceValues>) =>
	db
		.select({
			id: formerTexts.id,
			replacedAtMs: formerTexts.replacedAtMs,
			isHeld: sql<boolean>`${heldBy(holdId, formerTexts.orgId, formerTexts.meetingId)}`.mapWith(Boolean),
		})
		.from(formerTexts)
		.where(
			and(eq(formerTexts.orgId, orgId), meetingId && eq(formerTexts.meetingId, meetingId), newestReplaced.after(after)),
		)
		.orderBy(...newestReplaced.by)
		.limit(take),
);

const readThese = readRows((db, { orgId, ids }: Bound<{ orgId: string; ids: Each<string> }>) =>
	db
		.select()
		.from(formerTexts)
		.where(and(eq(formerTexts.orgId, orgId), inArray(formerTexts.id, ids))),
);

/**
 * Returns a slice of the former texts of the meetings that an active hold matches, {@link newestReplaced}, and where the
 * search for them ended before the slice was full; null: all were looked at.
 * @param hold with the only meeting it is on; null: it is on more than one
 */
export async function listFormerTexts(
	db: ReadDb,
	hold: { readonly orgId: string; readonly id: string; readonly meetingId: string | null },
	{ after, take }: Slice,
): Promise<{ rows: FormerTextRow[]; stoppedAt: Position | null }> {
	const { orgId, id: holdId, meetingId } = hold;
	const slice = sliceValues({ after, take: LOOKED_AT });
	const looked = await look(db, { orgId, holdId, meetingId: meetingId ?? undefined, ...slice });
	const ids = looked.filter(({ isHeld }) => isHeld).map(({ id }) => id);
	const chosen = ids.slice(0, take);
	const rows = chosen.length === 0 ? [] : await readThese(db, { orgId, ids: each(chosen) });
	const byId = new Map(rows.map((row) => [row.id, row]));
	const last = looked.at(-1);
	const isCut = last !== undefined && looked.length === LOOKED_AT && ids.length <= take;
	return {
		rows: chosen.flatMap((id) => byId.get(id) ?? []),
		stoppedAt: isCut ? newestReplaced.positionOf(last) : null,
	};
}

const nextMeeting = readRow((db, { orgId, after }: Bound<{ orgId: string; after: string }>) =>
	db
		.select({ meetingId: formerTexts.meetingId })
		.from(formerTexts)
		.where(and(eq(formerTexts.orgId, orgId), gt(formerTexts.meetingId, after)))
		.orderBy(asc(formerTexts.meetingId))
		.limit(1),
);

/** Deletes up to `limit` former texts of a meeting, and returns their number. */
export const eraseFormerTextsOfMeeting = (tx: Db, orgId: string, meetingId: string, limit: number): Promise<number> => {
	const isOfMeeting = and(eq(formerTexts.orgId, orgId), eq(formerTexts.meetingId, meetingId));
	return deletePortion(tx, formerTexts, formerTexts.id, isOfMeeting, limit);
};

/** Returns the meeting next to `after`, in the order of their ids, that has former texts; undefined when there is none. */
export const nextMeetingWithFormer = async (db: ReadDb, orgId: string, after: string): Promise<string | undefined> =>
	(await nextMeeting(db, { orgId, after }))?.meetingId;
