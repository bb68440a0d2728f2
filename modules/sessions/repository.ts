import { and, eq, isNull, type SQL } from "drizzle-orm";
import { type SessionRow, sessions } from "#db/schema";
import type { Db } from "#db/store";

/** Signed-in devices. */
export const sessionsRepository = {
	async find(db: Db, id: string): Promise<SessionRow | undefined> {
		const [row] = await db.select().from(sessions).where(eq(sessions.id, id)).limit(1);
		return row;
	},

	async insert(db: Db, row: SessionRow): Promise<void> {
		await db.insert(sessions).values(row);
	},

	/** Ends a session that is still alive; its refresh token dies with it. Answers the ids it ended. */
	async revoke(db: Db, id: string, atMs: number, reason: string): Promise<string[]> {
		return endSessions(db, eq(sessions.id, id), atMs, reason);
	},

	/** Ends every session of a user that is still alive. Answers the ids it ended. */
	async revokeAll(db: Db, userId: string, atMs: number, reason: string): Promise<string[]> {
		return endSessions(db, eq(sessions.userId, userId), atMs, reason);
	},
};

async function endSessions(db: Db, which: SQL, atMs: number, reason: string): Promise<string[]> {
	const ended = await db
		.update(sessions)
		.set({ revokedAtMs: atMs, revokedReason: reason, refreshHash: null })
		.where(and(which, isNull(sessions.revokedAtMs)))
		.returning({ id: sessions.id });
	return ended.map(({ id }) => id);
}
