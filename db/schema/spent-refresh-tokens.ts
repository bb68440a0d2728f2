import { sql } from "drizzle-orm";
import { sealed } from "../declarations.ts";
import { foreignKey, id, index, instant, table, text } from "../dsl.ts";
import { sessions } from "./sessions.ts";

/**
 * Refresh tokens that were exchanged. Reuse after the grace period means that the token was stolen: the session is
 * revoked.
 */
export const spentRefreshTokens = table(
	"spent_refresh_tokens",
	{
		/** SHA-256 of the token, hex. */
		tokenHash: id().primaryKey(),
		sessionId: id().notNull(),
		spentAtMs: instant().notNull(),
		/**
		 * The token it was exchanged for, sealed: returned again within the grace period (to a client that lost the
		 * response); null afterwards.
		 */
		successorSealed: sealed(text()),
	},
	(t) => [
		foreignKey({
			name: "spent_refresh_tokens_session_fk",
			columns: [t.sessionId],
			foreignColumns: [sessions.id],
		}).onDelete("cascade"),
		index("spent_refresh_tokens_by_session").on(t.sessionId),
		// To clear the successors that nobody gets any more.
		index("spent_refresh_tokens_with_successor").on(t.spentAtMs).where(sql`${t.successorSealed} is not null`),
	],
);

/** A spent token as stored. */
export type SpentRefreshTokenRow = typeof spentRefreshTokens.$inferSelect;
