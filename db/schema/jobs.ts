import { sql } from "drizzle-orm";
import { tenant } from "../declarations.ts";
import { id, index, instant, int, json, knownValues, oneOf, real, table, text, uniqueIndex } from "../dsl.ts";

/** Background jobs and outbox in one: a job is enqueued in the transaction of the change that needs it. */
export const jobs = table(
	"jobs",
	{
		id: id().primaryKey(),
		/** The organization it works for, null for the instance. */
		orgId: tenant({ notExported: "work of the program" }),
		queue: text().notNull(),
		/** At most one ready job of a queue has this key; null: no such limit. */
		uniqueKey: text(),
		payload: json<unknown>().notNull(),
		state: oneOf("ready", "done", "dead").notNull(),
		/** Number of claims so far. */
		attempts: int().notNull(),
		/** Number of attempts after which it is dead. */
		maxAttempts: int().notNull(),
		/** Time from which it can be claimed; while a worker has it, the end of its lease. */
		runAtMs: instant().notNull(),
		/** Time at which `runAtMs` was set: by a clock that was ahead if it is in the future. */
		scheduledAtMs: instant().notNull().default(0),
		/** Token of the current claim, null when there is none; a worker must present it to finish the job. */
		leaseToken: id(),
		lastError: text(),
		/** 0…1, null while unknown. */
		progress: real(),
		createdAtMs: instant().notNull(),
		/** Time it became done or dead, null before. */
		endedAtMs: instant(),
	},
	(t) => [
		index("jobs_claim").on(t.queue, t.runAtMs).where(sql`${t.state} = 'ready'`),
		uniqueIndex("jobs_key_unique").on(t.queue, t.uniqueKey).where(sql`${t.state} = 'ready'`),
		index("jobs_by_organization").on(t.orgId).where(sql`${t.orgId} is not null`),
		// Not by state: Postgres would take it for the search of jobs that are due.
		index("jobs_unfinished").on(t.scheduledAtMs).where(sql`${t.endedAtMs} is null`),
		index("jobs_ended").on(t.endedAtMs).where(sql`${t.endedAtMs} is not null`),
		index("jobs_turns").on(t.queue, t.orgId, t.runAtMs).where(sql`${t.state} = 'ready'`),
		...knownValues("jobs", t),
	],
);

/** A job as stored. */
export type JobRow = typeof jobs.$inferSelect;
