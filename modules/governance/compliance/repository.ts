import { and, count, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { memberships, passkeys, totpSecrets } from "#db/schema";
import { type Bound, readRow } from "#db/statement";
import type { ReadHandle } from "#db/store";

type OfTenant = { readonly orgId: string };

const isAdministrator = ({ orgId }: Bound<OfTenant>) =>
	and(eq(memberships.orgId, orgId), inArray(memberships.role, ["owner", "admin"]));

const countAll = readRow((db, key: Bound<OfTenant>) =>
	db.select({ number: count() }).from(memberships).where(isAdministrator(key)),
);

// Counted for each administrator by an index: asked with `exists`, Postgres would read the factors of all people.
const countProtected = readRow((db, key: Bound<OfTenant>) => {
	const secrets = db
		.select({ number: count() })
		.from(totpSecrets)
		.where(and(eq(totpSecrets.userId, memberships.userId), isNotNull(totpSecrets.confirmedAtMs)));
	const keys = db.select({ number: count() }).from(passkeys).where(eq(passkeys.userId, memberships.userId));
	return db
		.select({ number: count() })
		.from(memberships)
		.where(and(isAdministrator(key), sql`${secrets} + ${keys} > 0`));
});

/** Counts the owners and administrators of an organization, and those of them with a second factor or a passkey. */
export async function countAdministrators(
	store: ReadHandle,
	orgId: string,
): Promise<{ readonly administrators: number; readonly protectedOnes: number }> {
	const [all, withFactor] = await Promise.all([countAll(store, { orgId }), countProtected(store, { orgId })]);
	return { administrators: all?.number ?? 0, protectedOnes: withFactor?.number ?? 0 };
}
