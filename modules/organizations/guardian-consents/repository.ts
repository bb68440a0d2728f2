import { and, eq } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { deletePortion } from "#db/portions";
import { type GuardianConsentRow, guardianConsents, memberships } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

type OfPerson = { readonly orgId: string; readonly userId: string };
const isTheirs = ({ orgId, userId }: Bound<OfPerson>) =>
	and(eq(guardianConsents.orgId, orgId), eq(guardianConsents.userId, userId));
const select = (db: ReadDb, key: Bound<OfPerson>) => db.select().from(guardianConsents).where(isTheirs(key)).limit(1);

const find = readRow(select);
const lock = readRow((tx, key: Bound<OfPerson>) => forUpdate(select(tx, key)));
const findRole = readRow((db, { orgId, userId }: Bound<OfPerson>) =>
	db
		.select({ role: memberships.role })
		.from(memberships)
		.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)))
		.limit(1),
);
const put = write((tx, row: Bound<GuardianConsentRow>) => {
	const { orgId: _orgId, userId: _userId, ...values } = row;
	return tx
		.insert(guardianConsents)
		.values(row)
		.onConflictDoUpdate({ target: [guardianConsents.orgId, guardianConsents.userId], set: values });
});
const remove = write((tx, key: Bound<OfPerson>) => tx.delete(guardianConsents).where(isTheirs(key)));

/** Reads the notes of one organization. */
export const readConsentsOf = (db: ReadDb, orgId: string) => ({
	/** Returns the note about somebody's guardians; undefined when there is none. */
	find: (userId: string): Promise<GuardianConsentRow | undefined> => find(db, { orgId, userId }),

	/** Returns the role of a member; undefined for others. */
	roleOf: async (userId: string) => (await findRole(db, { orgId, userId }))?.role,
});

/** The notes of one organization, within a change. */
export const consentsOf = (tx: Db, orgId: string) => ({
	...readConsentsOf(tx, orgId),

	/** Returns the note about somebody's guardians, locked; undefined when there is none. */
	lock: (userId: string): Promise<GuardianConsentRow | undefined> => lock(tx, { orgId, userId }),

	/** Stores a note, in place of one there may be. */
	async put(row: Omit<GuardianConsentRow, "orgId">): Promise<void> {
		await put(tx, { ...row, orgId });
	},

	async remove(userId: string): Promise<void> {
		await remove(tx, { orgId, userId });
	},
});

/**
 * Deletes up to `limit` notes about the guardians of a person, and returns their number.
 * @param acrossTenants a handle without the tenant guard
 */
export const eraseConsentsOf = (
	acrossTenants: Db,
	{ userId, orgId }: { readonly userId: string; readonly orgId: string | null },
	limit: number,
): Promise<number> =>
	deletePortion(
		acrossTenants,
		guardianConsents,
		[guardianConsents.orgId, guardianConsents.userId],
		and(eq(guardianConsents.userId, userId), orgId === null ? undefined : eq(guardianConsents.orgId, orgId)),
		limit,
	);
