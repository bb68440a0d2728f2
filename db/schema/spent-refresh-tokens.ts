import { foreignKey, id, index, instant, table, text } from "../dsl.ts";
import { sessions } from "./sessions.ts";

/** Refresh tokens that were exchanged. Seeing one again after its grace means that it was stolen: the session ends. */
export const spentRefreshTokens = table(
	"spent_refresh_tokens",
	{
		/** SHA-256 of the token, hex. */
		tokenHash: id().primaryKey(),
		sessionId: id().notNull(),
		spentAtMs: instant().notNull(),
		/** The token it was exchanged for, sealed: answered again within the grace (a client that lost the answer); null afterwards. */
		successorSealed: text(),
	},
	(t) => [
		foreignKey({
			name: "spent_refresh_tokens_session_fk",
			columns: [t.sessionId],
			foreignColumns: [sessions.id],
		}).onDelete("cascade"),
		index("spent_refresh_tokens_by_session").on(t.sessionId),
		index("spent_refresh_tokens_by_time").on(t.spentAtMs),
	],
);

/** One spent token as stored. */
export type SpentRefreshTokenRow = typeof spentRefreshTokens.$inferSelect;
