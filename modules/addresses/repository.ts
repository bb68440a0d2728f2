import { eq } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { memberships, type UserRow, userIdentities, users } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

/** Who has which address, and what else they have. */
export const holdersRepository = {
	/** The account of an address, whatever its state. Nobody changes it, or makes it a member, until the transaction ends. */
	async lock(tx: Db, emailKey: string): Promise<UserRow | undefined> {
		const [row] = await forUpdate(tx.select().from(users).where(eq(users.emailKey, emailKey)).limit(1));
		return row;
	},

	/** Whether the user signs in with an identity of any issuer. */
	async hasIdentity(db: ReadDb, userId: string): Promise<boolean> {
		const found = await db
			.select({ userId: userIdentities.userId })
			.from(userIdentities)
			.where(eq(userIdentities.userId, userId))
			.limit(1);
		return found.length === 1;
	},

	/** Whether the user belongs to any organization. @param acrossTenants a handle that the tenant guard leaves alone */
	async isMember(acrossTenants: ReadDb, userId: string): Promise<boolean> {
		const found = await acrossTenants
			.select({ userId: memberships.userId })
			.from(memberships)
			.where(eq(memberships.userId, userId))
			.limit(1);
		return found.length === 1;
	},
};
