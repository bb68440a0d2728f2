import type { OrganizationRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

/**
 * Returns an organization, which nobody changes until the transaction ends: neither its policy nor its legal holds.
 * Undefined when there is none.
 */
export type ShareOrganization = (tx: Db, orgId: string) => Promise<OrganizationRow | undefined>;

/** Returns an organization. @throws `not_found` `purged` */
export type FindOrganization = (db: ReadDb, orgId: string) => Promise<OrganizationRow>;

/** Asserts that an organization may be changed, until the transaction ends. @throws `not_found` `purged` `state_conflict` */
export type AssertWritable = (tx: Db, orgId: string) => Promise<unknown>;
