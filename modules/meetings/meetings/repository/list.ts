import { aliasedTable, and, eq, getTableColumns, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#db/dsl";
import { type MeetingRow, type MeetingState, meetings, participants, workspaceMembers, workspaces } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import { wordsOf } from "#kernel/search-words";
import { Slices } from "#kernel/slices";
import { type FilterValues, type ListValues, searchedList } from "#platform/search";
import type { PersonalView } from "../rights.ts";
import { isSeenBy, type OfViewer } from "./visible.ts";

/** Filters of the list of meetings; null does not filter. */
export interface MeetingFilters {
	readonly workspaceId: string | null;
	readonly state: MeetingState | null;
	/** Unix ms, inclusive. */
	readonly fromMs: number | null;
	/** Unix ms, exclusive. */
	readonly toMs: number | null;
	/** Beginnings of words of the title, see `searchedWords`. */
	readonly words: readonly string[] | null;
}

/** The same with who sees what is listed; null: everything is. */
type SeenFilters = MeetingFilters & { readonly [K in keyof PersonalView]: PersonalView[K] | null };
const NO_VIEWER = { viewer: null, way: null };

type Values = ListValues<SeenFilters>;
type SeenValues = Values & PersonalView;

/** The columns of meetings, of the table itself or under another name. */
type Meetings = ReturnType<typeof getTableColumns<typeof meetings>>;

const own = getTableColumns(meetings);

const isListed = (t: Meetings, { workspaceId, state, fromMs, toMs }: FilterValues<MeetingFilters>): SQL | undefined =>
	and(
		workspaceId && eq(t.workspaceId, workspaceId),
		state && eq(t.state, state),
		fromMs && gte(t.startsAtMs, fromMs),
		toMs && lt(t.startsAtMs, toMs),
		isNull(t.deletedAtMs),
	);

/** The meetings of an organization, found by their titles; the latest first. */
export const meetingList = searchedList(meetings, {
	collection: "meeting",
	position: "startsAtMs",
	orders: { latest: "desc" },
	indexed: isNull(meetings.deletedAtMs),
	words: ({ title }: Pick<MeetingRow, "title">) => wordsOf([title]),
	filters: (values: FilterValues<SeenFilters>) =>
		and(isListed(own, values), values.viewer && isSeenBy(values as OfViewer, own, "all")),
});
const latestFirst = meetingList.orders.latest;

/**
 * Returns the conditions of the filters and of the place in the list. A place is within the range that it was found in, so
 * the end of the range is left out then: SQLite would read from there.
 */
function matches(t: Meetings, values: Bound<Values>): SQL | undefined {
	const { orgId, after, toMs } = values;
	return and(
		eq(t.orgId, orgId),
		isListed(t, { ...values, toMs: after ? undefined : toMs }),
		after && sql`(${t.startsAtMs}, ${t.id}) < (${after[0]}, ${after[1]})`,
		meetingList.hasWords(values, t),
	);
}

/** Lists everything the organization has. */
const listAll = readRows((db, values: Bound<Values>) =>
	db
		.select()
		.from(meetings)
		.where(matches(own, values))
		.orderBy(...latestFirst.by)
		.limit(values.take),
);

/**
 * How many meetings are looked at for each that is asked for, at most, before those that a person sees are looked up: more
 * of them are seen where a tenth of the workspaces is open to all, and then the look ends long before.
 */
const LOOK = 20;

/** Returns the place in the list up to which it is looked through; undefined when the list ends before. */
const findEndOfLook = readRow((db, values: Bound<Values>) =>
	db
		.select({ startsAtMs: meetings.startsAtMs, id: meetings.id })
		.from(meetings)
		.where(matches(own, values))
		.orderBy(...latestFirst.by)
		.limit(1)
		.offset(values.take),
);

/** Lists what a person sees of the meetings up to a place in the list; undefined: to its end. */
const listSeen = readRows((db, { end, ...values }: Bound<SeenValues & { end: Each<string | number> | undefined }>) =>
	db
		.select()
		.from(meetings)
		.where(
			and(
				matches(own, { ...values, fromMs: end ? undefined : values.fromMs }),
				end && sql`(${meetings.startsAtMs}, ${meetings.id}) >= (${end[0]}, ${end[1]})`,
				isSeenBy(values, own, "all"),
			),
		)
		.orderBy(...latestFirst.by)
		.limit(values.take),
);

/** What a person sees beyond their own meetings. */
type Reach = "all" | "own";

/** Returns the query for the ids of the workspaces whose meetings a person sees. */
function seenWorkspaces({ orgId, viewer }: Pick<OfViewer, "orgId" | "viewer">, reach: Reach): SQL {
	const isMember = and(eq(workspaceMembers.orgId, orgId), eq(workspaceMembers.userId, viewer));
	const theirs = sql`select ${workspaceMembers.workspaceId} as id from ${workspaceMembers} where ${isMember}`;
	if (reach === "own") return sql`(${theirs})`;
	const isOpen = and(eq(workspaces.orgId, orgId), eq(workspaces.visibility, "org"));
	return sql`(${theirs} union select ${workspaces.id} from ${workspaces} where ${isOpen})`;
}

const inWorkspace = aliasedTable(meetings, "in_workspace");
const last = aliasedTable(meetings, "last_of_workspace");
const hosted = aliasedTable(meetings, "hosted");
const attended = aliasedTable(meetings, "attended");
const LOWEST = sql.raw(String(Number.MIN_SAFE_INTEGER));

/**
 * Returns the condition that looks up the meetings a person sees: the first of each workspace, those they host, those
 * they take part in. However many meetings there are, it reads those of their workspaces up to the length of the page.
 */
function isLookedUp(values: Bound<SeenValues>, reach: Reach): SQL | undefined {
	const { orgId, viewer, take, state } = values;
	const ofWorkspace = byIndex(state ? "meetings_of_workspace_by_state" : "meetings_of_workspace");
	const seen = (t: Meetings, of = values) => and(matches(t, of), isSeenBy(values, t, reach));
	const fromLast = { ...values, fromMs: undefined } as typeof values;
	const lastStart = sql`select ${last.startsAtMs} from ${meetings} as ${last}${ofWorkspace} where ${and(eq(last.workspaceId, sql`seen.id`), seen(last))} order by ${last.startsAtMs} desc limit 1 offset ${take}`;
	const ofWorkspaces = sql`select ${inWorkspace.id} from ${seenWorkspaces(values, reach)} as seen cross join ${meetings} as ${inWorkspace}${ofWorkspace} where ${and(eq(inWorkspace.workspaceId, sql`seen.id`), seen(inWorkspace, fromLast))} and ${inWorkspace.startsAtMs} >= coalesce((${lastStart}), ${values.fromMs ?? LOWEST})`;
	const theirs = sql`select id from (select ${hosted.id} as id from ${meetings} as ${hosted}${byIndex("meetings_of_host")} where ${and(eq(hosted.hostId, viewer), matches(hosted, values))} order by ${hosted.startsAtMs} desc, ${hosted.id} desc limit ${take}) as hosted_first`;
	const takesPart = and(eq(participants.orgId, orgId), eq(participants.userId, viewer));
	const asParticipant = sql`select ${attended.id} from ${participants} cross join ${meetings} as ${attended} where ${and(takesPart, eq(attended.id, participants.meetingId), seen(attended))}`;
	return and(
		eq(meetings.orgId, orgId),
		sql`${meetings.id} in (${ofWorkspaces} union ${theirs} union ${asParticipant})`,
	);
}

const lookUpAll = readRows((db, values: Bound<SeenValues>) =>
	db
		.select()
		.from(meetings)
		.where(isLookedUp(values, "all"))
		.orderBy(...latestFirst.by)
		.limit(values.take),
);

const lookUpOwnIds = readRows((db, values: Bound<SeenValues>) =>
	db
		.select({ id: meetings.id })
		.from(meetings)
		.where(isLookedUp(values, "own"))
		.orderBy(...latestFirst.by)
		.limit(values.take),
);

/** Lists what a person sees: soon found where that is much of what there is, and looked up otherwise. */
async function listForPerson(db: ReadDb, values: SeenValues): Promise<MeetingRow[]> {
	const end = await findEndOfLook(db, { ...values, take: values.take * LOOK });
	const rows = await listSeen(db, { ...values, end: end && each([end.startsAtMs, end.id]) });
	return end === undefined || rows.length === values.take ? rows : lookUpAll(db, values);
}

/**
 * Returns a slice of the meetings of an organization, the latest first: those that a person sees, or all.
 * @param view see `personalView`
 */
export const listMeetings = (
	db: ReadDb,
	orgId: string,
	view: PersonalView | null,
	filters: MeetingFilters,
	slice: Slice,
): Promise<MeetingRow[]> =>
	meetingList.read(db, orgId, { ...filters, ...(view ?? NO_VIEWER) }, "latest", slice, (values) =>
		view === null ? listAll(db, values) : listForPerson(db, { ...values, ...view }),
	);

/** Meetings read in one step: their texts may be long. */
const PORTION = 100;

/** Reads those of some meetings that are still a person's own, in any order. */
const readOwn = readRows(
	(db, { ids, ...viewer }: Bound<PersonalView & { readonly orgId: string; readonly ids: Each<string> }>) =>
		db
			.select()
			.from(meetings)
			.where(
				and(
					eq(meetings.orgId, viewer.orgId),
					inArray(meetings.id, ids),
					isNull(meetings.deletedAtMs),
					or(eq(meetings.hostId, viewer.viewer), isSeenBy(viewer, own, "own")),
				),
			),
);

/**
 * Returns the first meetings, {@link latestFirst}, that are a person's own: those of their workspaces, those they host
 * and those they take part in. Which they are is read at once, the meetings themselves in portions, with turns for others.
 */
export async function listOwnMeetings(
	db: ReadDb,
	orgId: string,
	view: PersonalView,
	range: { readonly fromMs: number; readonly toMs: number },
	take: number,
): Promise<MeetingRow[]> {
	const filters = { workspaceId: undefined, state: undefined, after: undefined };
	const found = await lookUpOwnIds(db, { orgId, ...view, ...range, ...filters, take });
	const ids = found.map(({ id }) => id);
	const slices = new Slices(orgId);
	const rows: MeetingRow[] = [];
	for (let at = 0; at < ids.length; at += PORTION) {
		const portion = ids.slice(at, at + PORTION);
		const read = await readOwn(db, { orgId, ...view, ids: each(portion) });
		const byId = new Map(read.map((row) => [row.id, row]));
		rows.push(...portion.flatMap((id) => byId.get(id) ?? []));
		if (slices.isOver) await slices.pause();
	}
	return rows;
}
