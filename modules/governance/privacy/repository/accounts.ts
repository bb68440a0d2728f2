import { asc, eq } from "drizzle-orm";
import {
	failedSignIns,
	knownDevices,
	memberships,
	organizations,
	passkeys,
	sessions,
	totpSecrets,
	userIdentities,
	users,
} from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { Store } from "#db/store";
import type { Row } from "./pages.ts";

type OfUser = { readonly userId: string };

/** More than anybody has: devices and sessions are deleted by themselves. */
const MOST = 10_000;

const findAccount = readRow((db, { userId }: Bound<OfUser>) =>
	db.select().from(users).where(eq(users.id, userId)).limit(1),
);
const findTotp = readRow((db, { userId }: Bound<OfUser>) =>
	db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).limit(1),
);
const listIdentities = readRows((db, { userId }: Bound<OfUser>) =>
	db.select().from(userIdentities).where(eq(userIdentities.userId, userId)).limit(MOST),
);
const listPasskeys = readRows((db, { userId }: Bound<OfUser>) =>
	db.select().from(passkeys).where(eq(passkeys.userId, userId)).limit(MOST),
);
const listSessions = readRows((db, { userId }: Bound<OfUser>) =>
	db.select().from(sessions).where(eq(sessions.userId, userId)).limit(MOST),
);
const listDevices = readRows((db, { userId }: Bound<OfUser>) =>
	db.select().from(knownDevices).where(eq(knownDevices.userId, userId)).limit(MOST),
);
const listFailed = readRows((db, { userId }: Bound<OfUser>) =>
	db.select().from(failedSignIns).where(eq(failedSignIns.userId, userId)).limit(MOST),
);
const listOrganizations = readRows((db, { userId }: Bound<OfUser>) =>
	db
		.select({ orgId: organizations.id, name: organizations.name, state: organizations.state })
		.from(memberships)
		.innerJoin(organizations, eq(organizations.id, memberships.orgId))
		.where(eq(memberships.userId, userId))
		.orderBy(asc(memberships.orgId))
		.limit(MOST),
);

/** What is exported of an account, by the name of its file. */
export async function readAccount(
	{ acrossTenants: db }: Store,
	userId: string,
): Promise<Readonly<Record<string, readonly Row[]>>> {
	const key = { userId };
	const [account, totp] = await Promise.all([findAccount(db, key), findTotp(db, key)]);
	return {
		account: account ? [account] : [],
		identities: await listIdentities(db, key),
		passkeys: (await listPasskeys(db, key)).map(({ publicKey: _publicKey, ...shown }) => shown),
		"authenticator-app": totp ? [{ confirmedAtMs: totp.confirmedAtMs, createdAtMs: totp.createdAtMs }] : [],
		sessions: await listSessions(db, key),
		devices: await listDevices(db, key),
		"failed-sign-ins": await listFailed(db, key),
	};
}

/** Returns the organizations of a person. */
export const readOrganizationsOf = ({ acrossTenants }: Store, userId: string) =>
	listOrganizations(acrossTenants, { userId });
