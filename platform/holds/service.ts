import type { Db, ReadDb } from "#db/store";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import type { Change } from "#platform/unit-of-work";
import { listActiveHolds, listHoldsOnMeeting, listHoldsOnPerson, shareHolds } from "./repository/holds.ts";

/** What of a change is needed to ask for holds. */
type Deletion = Pick<Change, "tx" | "principal">;

/** Whether an organization has an active hold. */
export const hasActiveHolds = async (db: ReadDb, orgId: string): Promise<boolean> =>
	(await listActiveHolds(db, { orgId })).length > 0;

/** Whether an active hold matches a meeting. */
export const isMeetingHeld = async (db: ReadDb, orgId: string, meetingId: string): Promise<boolean> =>
	(await listHoldsOnMeeting(db, { orgId, meetingId })).length > 0;

/** Whether an active hold is on a person, or on the whole organization. */
export const isHoldOnPerson = async (db: ReadDb, orgId: string, userId: string): Promise<boolean> =>
	(await listHoldsOnPerson(db, { orgId, userId })).length > 0;

/**
 * Asserts that no active hold matches a meeting of which something is to be deleted, and that none is placed before the
 * change ends.
 * @throws `legal_hold_active`
 */
export async function assertMeetingNotHeld(
	{ tx, principal }: Deletion,
	orgId: string,
	meetingId: string,
): Promise<void> {
	const [, holds] = await Promise.all([shareHolds(tx, orgId), listHoldsOnMeeting(tx, { orgId, meetingId })]);
	if (holds.length > 0) throw legalHoldActive(principal, holds.map(idOf));
}

/**
 * Whether no active hold matches a meeting, and none is placed before the transaction ends: for what is deleted along the
 * way, such as what something new replaces, and stays otherwise.
 */
export async function mayDeleteFrom(tx: Db, orgId: string, meetingId: string): Promise<boolean> {
	const [, holds] = await Promise.all([shareHolds(tx, orgId), listHoldsOnMeeting(tx, { orgId, meetingId })]);
	return holds.length === 0;
}

/**
 * Makes a change to a meeting, and asserts that each hold that matched it still does: nobody takes a meeting out of a hold,
 * such as by another time.
 * @throws `legal_hold_active`
 */
export async function keepingHolds<T>(
	{ tx, principal }: Deletion,
	{ orgId, id: meetingId }: { readonly orgId: string; readonly id: string },
	change: () => Promise<T>,
): Promise<T> {
	const [, before] = await Promise.all([shareHolds(tx, orgId), listHoldsOnMeeting(tx, { orgId, meetingId })]);
	const result = await change();
	if (before.length === 0) return result;
	const after = new Set((await listHoldsOnMeeting(tx, { orgId, meetingId })).map(idOf));
	const lost = before.map(idOf).filter((id) => !after.has(id));
	if (lost.length > 0) throw legalHoldActive(principal, lost);
	return result;
}

/**
 * Asserts that no active hold is on a person who is to be erased, or on the whole organization, and that none is placed
 * before the change ends. Meetings that they took part in may be held all the same: see {@link isMeetingHeld}.
 * @throws `legal_hold_active`
 */
export async function assertPersonNotHeld({ tx, principal }: Deletion, orgId: string, userId: string): Promise<void> {
	const [, holds] = await Promise.all([shareHolds(tx, orgId), listHoldsOnPerson(tx, { orgId, userId })]);
	if (holds.length > 0) throw legalHoldActive(principal, holds.map(idOf));
}

/**
 * Asserts that an organization that is to be deleted has no active hold, and gets none before the change ends.
 * @throws `legal_hold_active`
 */
export async function assertOrganizationNotHeld({ tx, principal }: Deletion, orgId: string): Promise<void> {
	const [, holds] = await Promise.all([shareHolds(tx, orgId), listActiveHolds(tx, { orgId })]);
	if (holds.length > 0) throw legalHoldActive(principal, holds.map(idOf));
}

const idOf = ({ id }: { readonly id: string }): string => id;

/** How many holds an error names at most. */
const NAMED = 20;

/**
 * Returns the error for what holds prevent. It names up to {@link NAMED} of them to those who may read holds, and tells
 * nobody else anything about them.
 */
function legalHoldActive({ scopes }: Principal, ids: readonly string[]): AppError {
	const options = scopes.has("org:admin") ? { meta: { holdIds: ids.slice(0, NAMED) } } : {};
	return new AppError(
		"legal_hold_active",
		"A legal hold prevents this: the content it covers must be preserved.",
		options,
	);
}
