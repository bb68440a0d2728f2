import type { ArtifactClass, MeetingRow } from "#db/schema";
import type { ReadDb, Store } from "#db/store";
import { orgOf } from "#db/tenant-rows";
import type { Principal } from "#kernel/principal";
import { mayHost, viewerOf, type WorkspaceAccess } from "#modules/organizations/workspaces";
import {
	assertOrganizationExists,
	assertWritableOrganization,
	findOrganization,
} from "#modules/tenancy/organization-records";
import { assertRetained, type Horizon, horizonOf, type RetentionReader } from "#platform/artifacts";
import type { Change } from "#platform/unit-of-work";
import { hostRequired, mayNotEnter, mayNotHost, mayNotRun, meetingNotFound } from "./errors.ts";
import { assertRecordsOpen, mayBeClosed } from "./records.ts";
import { findRelation, findWithRelation, meetingsOf, shareMeetingRow, tenantOfMeeting } from "./repository.ts";
import {
	type DecidingMeeting,
	EVERYTHING,
	type MeetingRights,
	NOTHING,
	rightsOf,
	runsOwnMeetings,
	wayInOf,
} from "./rights.ts";

/** What of a meeting decides about access to it. */
export type GuardedMeeting = DecidingMeeting & Pick<MeetingRow, "orgId" | "id" | "workspaceId">;

const isGuest = (viewer: string): boolean => viewer.startsWith("par_");
const callerOf = (viewer: string) => ({ userId: viewer, participantId: isGuest(viewer) ? viewer : undefined });

/**
 * Returns what a caller may do with a meeting of an organization they may enter.
 * @param principal inside a change `change.principal`: what the caller holds now
 */
export async function meetingAccess(db: ReadDb, principal: Principal, meeting: GuardedMeeting): Promise<MeetingRights> {
	const viewer = viewerOf(principal);
	if (viewer === null) return EVERYTHING;
	const { orgId, workspaceId, id: meetingId } = meeting;
	const is = await findRelation(db, { orgId, workspaceId, meetingId, ...callerOf(viewer) });
	return is === undefined ? NOTHING : rightsOf(wayInOf(principal), viewer, meeting, is);
}

/** Asserts that a caller with these rights runs the meeting. @throws `forbidden` `insufficient_scope` */
export function assertRuns(principal: Principal, { canRun }: MeetingRights): void {
	if (canRun) return;
	throw runsOwnMeetings(principal) ? hostRequired() : mayNotRun();
}

/** Asserts that a caller with this access to a workspace holds meetings in it. @throws `forbidden` `insufficient_scope` */
export function assertHosts(principal: Principal, access: WorkspaceAccess): void {
	if (mayHost(access)) return;
	throw runsOwnMeetings(principal) ? hostRequired() : mayNotHost();
}

/** A meeting, and what the caller may do with it. */
export interface AccessibleMeeting {
	readonly meeting: MeetingRow;
	readonly rights: MeetingRights;
}

/**
 * Returns a meeting that the caller may see, with their rights.
 * @param orgId see {@link meetingOrg}
 * @throws `not_found`
 */
export async function findAccessible(
	db: ReadDb,
	principal: Principal,
	orgId: string,
	meetingId: string,
): Promise<AccessibleMeeting> {
	const viewer = viewerOf(principal);
	if (viewer === null) {
		const meeting = await meetingsOf(db, orgId).find(meetingId);
		if (!meeting) throw meetingNotFound();
		return { meeting, rights: EVERYTHING };
	}
	const found = await findWithRelation(db, { orgId, id: meetingId, ...callerOf(viewer) });
	const rights = found === undefined ? NOTHING : rightsOf(wayInOf(principal), viewer, found.meeting, found);
	if (found === undefined || !rights.canSee) throw meetingNotFound();
	return { meeting: found.meeting, rights };
}

/**
 * Returns the organization in which a caller looks for a meeting; call it before a change begins.
 * @throws `not_found`
 */
export const meetingOrg = (store: Store, principal: Principal, meetingId: string): Promise<string> =>
	orgOf(store, principal, tenantOfMeeting, meetingId, meetingNotFound);

/**
 * Returns a meeting that the caller may see, or enter.
 * @param orgId see {@link meetingOrg}
 * @throws `not_found` for a meeting the caller may not see; `forbidden` for one they see but may not enter
 */
export async function findMeeting(
	db: ReadDb,
	principal: Principal,
	orgId: string,
	meetingId: string,
	need: "see" | "enter",
): Promise<MeetingRow> {
	const { meeting, rights } = await findMeetingRights(db, principal, orgId, meetingId);
	if (need === "enter" && !rights.canEnter) throw mayNotEnter();
	return meeting;
}

/** A meeting that somebody has entered to read content of a class, and what of that is shown to them. */
export interface EnteredMeeting {
	readonly meeting: MeetingRow;
	readonly horizonMs: Horizon;
}

/**
 * Returns a meeting that the caller may enter, and which of its content has not expired. Whoever reads content of meetings
 * enters them by this: with `horizonMs` they ask for it.
 * @param own class of the content, see `CLASS_OF_OWNER`
 * @throws `not_found` for a meeting the caller may not see; `forbidden` for one they see but may not enter, and for one
 * whose recordings and transcripts are closed to them
 */
export async function enterMeeting(
	{ db, retention }: { readonly db: ReadDb; readonly retention: RetentionReader },
	principal: Principal,
	orgId: string,
	meetingId: string,
	own: ArtifactClass,
): Promise<EnteredMeeting> {
	const { meeting, rights } = await findMeetingRights(db, principal, orgId, meetingId);
	if (!rights.canEnter) throw mayNotEnter();
	if (own !== "chatLogs" && !rights.canRun && mayBeClosed(principal, meeting))
		assertRecordsOpen(await findOrganization(db, orgId), principal, meeting);
	const horizonMs = horizonIn(db, retention, principal, meeting, own);
	return { meeting, horizonMs: horizonMs instanceof Promise ? await horizonMs : horizonMs };
}

/** Returns what of the content of a class that a meeting has is shown to a caller. */
export function horizonIn(
	db: ReadDb,
	retention: RetentionReader,
	principal: Principal,
	meeting: MeetingRow,
	own: ArtifactClass,
): Horizon | Promise<Horizon> {
	const cutoffs = retention.cutoffsFor(db, principal, meeting.orgId);
	if (!(cutoffs instanceof Promise)) return horizonOf(db, meeting, own, cutoffs);
	return cutoffs.then((read) => horizonOf(db, meeting, own, read));
}

/**
 * Asserts that new content of a meeting is kept, in a change that stores some.
 * @param meeting null: one that is made with the content, in the organization `orgId`
 * @param own class of the content, see `CLASS_OF_OWNER`
 * @throws `not_retained`
 */
export async function assertKept(
	{ tx, principal, nowMs }: Pick<Change, "tx" | "principal" | "nowMs">,
	retention: RetentionReader,
	{ orgId, meeting }: { readonly orgId: string; readonly meeting: MeetingRow | null },
	own: ArtifactClass,
): Promise<void> {
	const cutoffs = await retention.cutoffsFor(tx, principal, orgId);
	await assertRetained(tx, meeting, own, { cutoffs, nowMs });
}

/** Returns a meeting that the caller may see, with what they may do with it; see {@link findMeeting}. @throws `not_found` */
export async function findMeetingRights(
	db: ReadDb,
	principal: Principal,
	orgId: string,
	meetingId: string,
): Promise<AccessibleMeeting> {
	await assertOrganizationExists(db, principal, orgId);
	return findAccessible(db, principal, orgId, meetingId);
}

/**
 * Returns a meeting locked until the change ends, for a caller who may enter or run it now, in an organization that can
 * be changed.
 * @param orgId see {@link meetingOrg}
 * @throws `not_found` for a meeting the caller may not see, `forbidden`, `purged`, `state_conflict`
 */
export async function lockMeeting(
	change: Change,
	orgId: string,
	meetingId: string,
	need: "enter" | "run",
): Promise<MeetingRow> {
	const [, row] = await Promise.all([
		assertWritableOrganization(change.tx, orgId),
		meetingsOf(change.tx, orgId).lock(meetingId),
	]);
	if (!row) throw meetingNotFound();
	const rights = await meetingAccess(change.tx, change.principal, row);
	if (!rights.canSee) throw meetingNotFound();
	if (need === "run") assertRuns(change.principal, rights);
	if (!rights.canEnter) throw mayNotEnter();
	return row;
}

/**
 * Returns a meeting that keeps its state until the change ends, with what the caller may do with it now; others can share
 * the lock. For changes of what a meeting has, such as its participants and their messages, of which there may be many at
 * once.
 * @param orgId see {@link meetingOrg}
 * @throws `not_found` for a meeting the caller may not see, `purged`, `state_conflict`
 */
export async function shareMeeting(change: Change, orgId: string, meetingId: string): Promise<AccessibleMeeting> {
	const [, row] = await Promise.all([
		assertWritableOrganization(change.tx, orgId),
		shareMeetingRow(change.tx, { orgId, id: meetingId }),
	]);
	if (!row) throw meetingNotFound();
	const rights = await meetingAccess(change.tx, change.principal, row);
	if (!rights.canSee) throw meetingNotFound();
	return { meeting: row, rights };
}
