import type { components } from "#client";
import type { Item } from "../../api/queries.ts";
import type { Values } from "../../ui/form.tsx";

export type Integration = Item<"/orgs/{orgId}/integrations">;
type Patch = components["schemas"]["UpdateIntegrationRequestBody"];

/** What was typed, as the API wants it. */
export const definitionOf = ({
	name = "",
	issuer = "",
	clientId = "",
	deploymentIds = "",
	authorizationEndpoint = "",
	jwksUri = "",
}: Values) => ({
	name: name.trim(),
	issuer: issuer.trim(),
	clientId: clientId.trim(),
	deploymentIds: deploymentIds
		.split("\n")
		.map((id) => id.trim())
		.filter(Boolean),
	authorizationEndpoint: authorizationEndpoint.trim(),
	jwksUri: jwksUri.trim(),
});

/** What differs from the integration as it was read. */
export const patchOf = (integration: Integration, values: Values): Patch =>
	Object.fromEntries(
		Object.entries(definitionOf(values)).filter(
			([name, value]) => JSON.stringify(value) !== JSON.stringify(integration[name as keyof Integration]),
		),
	);
