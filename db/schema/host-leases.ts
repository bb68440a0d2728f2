import { sql } from "drizzle-orm";
import { tenant, within } from "../declarations.ts";
import { clustered, foreignKey, id, index, instant, int, knownValues, oneOf, primaryKey, table } from "../dsl.ts";
import { meetings } from "./meetings.ts";

/**
 * In whose rooms those are who run the meeting, one row of each meeting and instance: only of meetings that do not just
 * continue without them. A lease ends by itself with the server that renews it.
 */
export const hostLeases = clustered(
	table(
		"host_leases",
		{
			orgId: tenant({ notExported: "who is in the room at this moment" }).notNull(),
			meetingId: within({ noArtifact: "who is in the room at this moment" }).notNull(),
			/** Empty: the start of the meeting, or of its rule. */
			instanceId: id().notNull(),
			/** Who was the last to come; null for the start. */
			participantId: id(),
			/** `open`: the instance renews it. */
			state: oneOf("open", "ended").notNull(),
			/** How long they are waited for once it has ended. */
			graceMs: int().notNull(),
			endsAtMs: instant().notNull(),
			/** When the meeting is looked at unless it is renewed: the end and the grace. */
			dueAtMs: instant().notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.meetingId, t.instanceId] }),
			foreignKey({
				name: "host_leases_meeting_fk",
				columns: [t.orgId, t.meetingId],
				foreignColumns: [meetings.orgId, meetings.id],
			}).onDelete("cascade"),
			// Not led by orgId: which meetings of all tenants are to be looked at?
			index("host_leases_by_due").on(t.dueAtMs, t.orgId, t.meetingId),
			// Not led by orgId: which leases does an instance renew?
			index("host_leases_of_instance").on(t.instanceId, t.orgId, t.meetingId).where(sql`${t.state} = 'open'`),
			...knownValues("host_leases", t),
		],
	),
);

/** A lease as stored. */
export type HostLeaseRow = typeof hostLeases.$inferSelect;
