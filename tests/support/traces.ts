import { asc, eq } from "drizzle-orm";
import { auditEntries, events } from "#db/schema";
import type { Store } from "#db/store";

/** What an organization announced, oldest first. */
export const eventsOf = (store: Store, orgId: string) =>
	store.db.select().from(events).where(eq(events.orgId, orgId)).orderBy(asc(events.sequence));

/** What was audited in an organization, oldest first. */
export const auditOf = (store: Store, orgId: string) =>
	store.db.select().from(auditEntries).where(eq(auditEntries.orgId, orgId)).orderBy(asc(auditEntries.sequence));

/** Types of the events an organization announced, oldest first. */
export async function announced(store: Store, orgId: string): Promise<string[]> {
	return (await eventsOf(store, orgId)).map(({ type }) => type);
}
