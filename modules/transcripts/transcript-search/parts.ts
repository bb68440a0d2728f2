import type { UnindexedRow } from "#db/schema";
import type { Db } from "#db/store";
import { roundRobin } from "#kernel/fair-queue";
import { TICK_MS } from "./documents.ts";
import { findOrganizationAfter, OLDER_THAN_INDEX, takeOldestParts, takePartsOf } from "./repository/parts.ts";

/** Most parts that are looked at together. Where there are more, so many organizations are looked at. */
const [MAX_PARTS, MAX_ORGANIZATIONS] = [100, 4];

/** Parts of a transcript, and the one that covers them. */
export interface JoinedParts {
	readonly of: UnindexedRow[];
	whole: UnindexedRow;
}

/**
 * Returns the parts that are next, and locks them; those that another instance works on are left out. Organizations take
 * turns, beginning after the one that was last, and what is older than the index comes after all else.
 */
export async function takeParts(acrossTenants: Db, last: string): Promise<readonly JoinedParts[]> {
	const parts = await chosen(acrossTenants, last);
	const inOrder = (of: readonly UnindexedRow[]) =>
		roundRobin(joined(of), {
			partyOf: ({ whole }) => whole.orgId,
			last,
			limit: MAX_PARTS,
			roomOf: () => MAX_PARTS,
		});
	return [...inOrder(parts.filter(isNew)), ...inOrder(parts.filter((part) => !isNew(part)))];
}

const isNew = ({ dueAtMs }: UnindexedRow): boolean => dueAtMs < OLDER_THAN_INDEX;

/** Returns the oldest parts: all there are, or those of the next organizations. */
async function chosen(acrossTenants: Db, last: string): Promise<readonly UnindexedRow[]> {
	const oldest = await takeOldestParts(acrossTenants, MAX_PARTS);
	if (oldest.length < MAX_PARTS) return oldest;
	const organizations = await organizationsAfter(acrossTenants, last);
	if (organizations.length <= 1) return oldest;
	const take = Math.ceil(MAX_PARTS / organizations.length);
	const parts: UnindexedRow[] = [];
	for (const orgId of organizations) parts.push(...(await takePartsOf(acrossTenants, { orgId, take })));
	return parts.some(isNew) || !oldest.some(isNew) ? parts : oldest;
}

/** Returns organizations with parts, around the circle of their ids. */
async function organizationsAfter(acrossTenants: Db, last: string): Promise<readonly string[]> {
	const found: string[] = [];
	for (let after = last; found.length < MAX_ORGANIZATIONS; ) {
		const next = await findOrganizationAfter(acrossTenants, after);
		if (next === undefined ? after === "" : found.includes(next)) break;
		if (next !== undefined) found.push(next);
		after = next ?? "";
	}
	return found;
}

/** Joins each part with those that follow it closely: of what is said live, every tick has parts of its own, and would be read for each. */
function joined(parts: readonly UnindexedRow[]): readonly JoinedParts[] {
	const all: JoinedParts[] = [];
	for (const part of parts) {
		const last = all.at(-1);
		if (last && follows(last.whole, part)) {
			last.of.push(part);
			last.whole = { ...last.whole, toMs: Math.max(last.whole.toMs, part.toMs) };
		} else all.push({ of: [part], whole: part });
	}
	return all;
}

const follows = (before: UnindexedRow, { orgId, transcriptId, fromMs }: UnindexedRow): boolean =>
	orgId === before.orgId &&
	transcriptId === before.transcriptId &&
	fromMs >= before.fromMs &&
	fromMs <= before.toMs + TICK_MS;
