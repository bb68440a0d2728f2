import type { IntegrationRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { PublicUrl } from "#kernel/public-url";
import type { Integration } from "./schemas.ts";

/**
 * Returns the addresses of an integration, which name it: each organization registers platforms by itself, and what one
 * registers says nothing about, and takes nothing from, another.
 */
export const launchAddresses = ({ href }: PublicUrl, id: string) => ({
	loginUrl: `${href}/lti/${id}/login`,
	launchUrl: `${href}/lti/${id}/launch`,
});

/** Converts an integration to its representation. */
export const toIntegration = (row: IntegrationRow, publicUrl: PublicUrl): Integration => ({
	id: row.id,
	type: row.type,
	name: row.name,
	state: row.state,
	issuer: row.issuer,
	clientId: row.clientId,
	deploymentIds: [...row.deploymentIds],
	authorizationEndpoint: row.authorizationEndpoint,
	jwksUri: row.jwksUri,
	...launchAddresses(publicUrl, row.id),
	createdBy: row.createdBy,
	makerState: row.makerState,
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});
