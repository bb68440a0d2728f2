import { and, eq, isNull } from "drizzle-orm";
import { type SessionRow, sessions, type UserRow, users } from "#db/schema/index";
import type { Db, ReadDb } from "#db/store";
import { systemContext } from "#modules/tenancy/permissions";
import { type Harness, PASSWORD } from "./harness.ts";

/** Creates Mallory's account with an unconfirmed address, as without mail. Returns its id. */
export async function preregister({ parley }: Harness, email: string): Promise<string> {
	const { unitOfWork, users, passwords } = parley.services;
	const passwordHash = await passwords.hash(PASSWORD);
	const mallory = { email, isVerified: false, name: "Mallory", passwordHash };
	const user = await unitOfWork.run(systemContext("cli:test"), (change) => users.createInvited(change, mallory));
	if (!user) throw new Error(`${email} is taken`);
	return user.id;
}

/** Updates columns that no operation writes yet, such as the state of a user. */
export async function writePerson(db: Db, userId: string, values: Partial<UserRow>): Promise<void> {
	await db.update(users).set(values).where(eq(users.id, userId));
}

/** Disables a person's account. */
export const disablePerson = (db: Db, userId: string): Promise<void> => writePerson(db, userId, { state: "disabled" });

/** Lists the sessions of a user that have not been revoked. */
export const sessionsOf = async (db: ReadDb, userId: string): Promise<SessionRow[]> =>
	db
		.select()
		.from(sessions)
		.where(and(eq(sessions.userId, userId), isNull(sessions.revokedAtMs)));
