import { mergeSlices } from "#db/keyset";
import type { AuditEntryRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { Position } from "#kernel/cursor";
import type { Slice } from "#kernel/list";
import { type AuditFilters, matches } from "./filters.ts";
import { type Lead, listEntries, orderOf } from "./repository/entries.ts";

/** Entries read at once where not all that are read are shown. */
const PORTION = 500;
/** Maximum number of entries read for a page; one that is not full by then goes on at the next. */
const MAX_READ = 2_000;
/** Maximum number of actions that are read one by one; entries of more are picked from those of the time. */
const MAX_ACTIONS = 12;

/** A list of entries to be read. */
export interface AuditList {
	readonly orgId: string;
	readonly filters: AuditFilters;
	readonly direction: "asc" | "desc";
	/** All actions there are. */
	readonly actions: readonly string[];
}

/** Entries of a page. */
export interface ReadEntries {
	readonly rows: readonly AuditEntryRow[];
	/** Up to where entries were looked at, where that ended before the page was full; null: all were, or it is. */
	readonly stoppedAt: Position | null;
	/** Up to where the rows go, if there may be more; null: these are all. */
	readonly next: Position | null;
}

/** Returns the leads to the entries asked for, the narrowest first; several, if what they lead to has nothing in common. */
function leadsTo({ filters, actions }: AuditList): readonly Lead[] {
	const { targetId, actorId, outcome, action } = filters;
	if (targetId !== null) return [{ targetId }];
	if (actorId !== null) return [{ actorId }];
	if (outcome === "denied" || outcome === "failure") return [{ outcome }];
	if (action === null) return [{}];
	if (!action.isPrefix) return [{ action: action.text }];
	const known = actions.filter((name) => name.startsWith(action.text));
	return known.length > 0 && known.length <= MAX_ACTIONS ? known.map((name) => ({ action: name })) : [{}];
}

/** Whether an index leads to the entries asked for, which are fewer than those of the time. */
export const isLed = (list: AuditList): boolean => !leadsTo(list).some((lead) => Object.keys(lead).length === 0);

/** Whether every entry that a lead leads to is one of those asked for. */
function isExact({ action, actorId, targetType, targetId, category, outcome, ip, q }: AuditFilters, lead: Lead) {
	const others = [
		lead.targetId === undefined && targetId,
		lead.actorId === undefined && actorId,
		lead.outcome === undefined && outcome,
		lead.action === undefined && action,
		targetType,
		category,
		ip,
		q,
	];
	return others.every((each) => each === null || each === false);
}

/**
 * Reads a slice of a list. A filter that no index leads to is applied to up to 2,000 entries, so that a page costs the
 * same however few of a long log are asked for: it may show fewer than its limit, and still have a next one.
 */
export async function readEntries(db: ReadDb, list: AuditList, { after, take }: Slice): Promise<ReadEntries> {
	const { orgId, filters, direction } = list;
	const order = orderOf(direction);
	const leads = leadsTo(list);
	const size = leads.every((lead) => isExact(filters, lead)) ? take : PORTION;
	const rows: AuditEntryRow[] = [];
	for (let [read, from] = [0, after]; ; ) {
		const slice = { after: from, take: size };
		const slices = await Promise.all(leads.map((lead) => listEntries(db, orgId, direction, lead, filters, slice)));
		const portion = slices.length === 1 ? (slices[0] ?? []) : mergeSlices<AuditEntryRow>(order, slices, size);
		rows.push(...portion.filter((row) => matches(row, filters)));
		const last = portion.at(-1);
		if (last === undefined || portion.length < size) return { rows, stoppedAt: null, next: null };
		from = order.positionOf(last);
		read += size;
		if (rows.length >= take) return { rows, stoppedAt: null, next: from };
		if (read >= MAX_READ) return { rows, stoppedAt: from, next: from };
	}
}
