import { keyset } from "#db/keyset";
import { type IntegrationRow, integrations } from "#db/schema";
import type { ReadDb } from "#db/store";
import { tenantList, tenantOf, tenantRows } from "#db/tenant-rows";
import { withMaker } from "#modules/identity/makers";

/** Order of the list. */
export const oldestFirst = keyset("asc", { createdAtMs: integrations.createdAtMs, id: integrations.id });

/** The integrations of one organization. */
export const integrationsOf = tenantRows(integrations);

/** Reads a slice of the integrations of an organization, {@link oldestFirst}. */
export const listIntegrations = tenantList(integrations, oldestFirst, withMaker(integrations.makerState));

/** Returns the organization that has an integration, by the id alone, which is all that a launch names. */
export const orgOfIntegration = tenantOf(integrations);

/** Returns an integration of an organization; undefined when there is none. */
export const findIntegration = (db: ReadDb, orgId: string, id: string): Promise<IntegrationRow | undefined> =>
	integrationsOf(db, orgId).find(id);
