import { sql } from "drizzle-orm";
import { id, index, instant, int, json, knownValues, oneOf, real, table, text, uniqueIndex } from "../dsl.ts";

/** Background work and outbox in one: a job is enqueued in the transaction of the change that asks for it. */
export const jobs = table(
	"jobs",
	{
		id: id().primaryKey(),
		/** The organization it works for, null for the instance. */
		orgId: id(),
		queue: text().notNull(),
		/** At most one ready job of a queue has it; null for no such limit. */
		uniqueKey: text(),
		payload: json<unknown>().notNull(),
		state: oneOf("ready", "done", "dead").notNull(),
		/** Claims so far. */
		attempts: int().notNull(),
		/** Dead after so many. */
		maxAttempts: int().notNull(),
		/** When it may be claimed; while one works on it, when its lease ends. */
		runAtMs: instant().notNull(),
		/** Names the claim in force, null when none is; a worker must show it to finish the job. */
		leaseToken: id(),
		lastError: text(),
		/** 0…1, null while unknown. */
		progress: real(),
		createdAtMs: instant().notNull(),
		/** When it became done or dead, null before. */
		endedAtMs: instant(),
	},
	(t) => [
		index("jobs_claim").on(t.queue, t.runAtMs).where(sql`${t.state} = 'ready'`),
		uniqueIndex("jobs_key_unique").on(t.queue, t.uniqueKey).where(sql`${t.state} = 'ready'`),
		index("jobs_ended").on(t.endedAtMs),
		...knownValues("jobs", t),
	],
);

/** One job as stored. */
export type JobRow = typeof jobs.$inferSelect;
