import { asc, eq } from "drizzle-orm";
import { auditEntries, events } from "#db/schema";
import type { Store } from "#db/store";

/** Lists the events of an organization, oldest first. */
export const eventsOf = (store: Store, orgId: string) =>
	store.db.select().from(events).where(eq(events.orgId, orgId)).orderBy(asc(events.sequence));

/** Lists the audit entries of an organization, oldest first. */
export const auditOf = (store: Store, orgId: string) =>
	store.db.select().from(auditEntries).where(eq(auditEntries.orgId, orgId)).orderBy(asc(auditEntries.sequence));

/** Lists the types of an organization's events, oldest first. */
export async function announced(store: Store, orgId: string): Promise<string[]> {
	return (await eventsOf(store, orgId)).map(({ type }) => type);
}
