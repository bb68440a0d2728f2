import { and, eq, inArray } from "drizzle-orm";
import { type NotificationPreferencesRow, notificationPreferences } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

type OfPerson = { readonly orgId: string; readonly userId: string };
type Preferences = Pick<NotificationPreferencesRow, "orgId" | "userId" | "preferences" | "updatedAtMs">;
const onePreferences = readRow((db, { orgId, userId }: Bound<OfPerson>) =>
	db
		.select()
		.from(notificationPreferences)
		.where(and(eq(notificationPreferences.orgId, orgId), eq(notificationPreferences.userId, userId)))
		.limit(1),
);
const manyPreferences = readRows((db, { orgId, userIds }: Bound<{ orgId: string; userIds: Each<string> }>) =>
	db
		.select()
		.from(notificationPreferences)
		.where(and(eq(notificationPreferences.orgId, orgId), inArray(notificationPreferences.userId, userIds))),
);
const storePreferences = write((tx, row: Bound<Preferences>) =>
	tx
		.insert(notificationPreferences)
		.values(row)
		.onConflictDoUpdate({
			target: [notificationPreferences.orgId, notificationPreferences.userId],
			set: { preferences: row.preferences, updatedAtMs: row.updatedAtMs },
		}),
);

/** Returns the preferences of a person; undefined while they have the defaults. */
export const findPreferences = (db: ReadDb, person: OfPerson): Promise<NotificationPreferencesRow | undefined> =>
	onePreferences(db, { orgId: person.orgId, userId: person.userId });

/** Stores the preferences of a person. */
export const savePreferences = (tx: Db, row: Preferences): Promise<number> => storePreferences(tx, row);

/** Returns the preferences of people of an organization, by their ids. */
export async function preferencesOf(tx: ReadDb, orgId: string, userIds: readonly string[]) {
	const rows = userIds.length === 0 ? [] : await manyPreferences(tx, { orgId, userIds: each(userIds) });
	return new Map(rows.map(({ userId, preferences }) => [userId, preferences]));
}
