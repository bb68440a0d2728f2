import { Elysia } from "elysia";
import { api } from "#http/api";
import { parsedBy } from "#http/checks";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { NoBody, OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import {
	CreateIntegrationRequest,
	IntegrationParams,
	ListIntegrationsQuery,
	UpdateIntegrationRequest,
} from "./schemas.ts";
import type { IntegrationsService } from "./service.ts";

/** Operations on integrations. */
export const integrationsRoutes = (service: IntegrationsService) =>
	new Elysia({ name: "integrations" })
		.use(api)

		.get(
			"/orgs/:orgId/integrations",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Integrations retrieved", await service.list(context, params.orgId, query)),
			{ requires: "org:admin", params: OrganizationParams, query: ListIntegrationsQuery, ...documentation.list },
		)

		.post(
			"/orgs/:orgId/integrations",
			async ({ context, params, body, set }) => {
				const created = await service.create(context, params.orgId, body);
				return respondToCreate(context, set, created.data.id, "Integration created", created);
			},
			{
				requires: "org:admin",
				params: OrganizationParams,
				body: CreateIntegrationRequest,
				checks: parsedBy(service.parse),
				...documentation.create,
			},
		)

		.get(
			"/orgs/:orgId/integrations/:integrationId",
			async ({ context, params, query, set }) => {
				const integration = await service.get(context, params.orgId, params.integrationId, query.fields);
				return respondToGet(context, set, "Integration retrieved", integration);
			},
			{ requires: "org:admin", params: IntegrationParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			"/orgs/:orgId/integrations/:integrationId",
			async ({ context, params, body, set }) => {
				const updated = await service.update(context, params.orgId, params.integrationId, body);
				return respondToChange(set, "Integration updated", updated);
			},
			{
				requires: "org:admin",
				params: IntegrationParams,
				body: UpdateIntegrationRequest,
				checks: parsedBy(service.parse),
				...documentation.update,
			},
		)

		.delete(
			"/orgs/:orgId/integrations/:integrationId",
			async ({ context, params, status }) => {
				await service.remove(context, params.orgId, params.integrationId);
				return status(204, undefined);
			},
			{ requires: "org:admin", params: IntegrationParams, ...documentation.remove },
		)

		.post(
			"/orgs/:orgId/integrations/:integrationId/adopt",
			async ({ context, params, set }) =>
				respondToChange(set, "Integration adopted", await service.adopt(context, params.orgId, params.integrationId)),
			{ requires: "org:admin", params: IntegrationParams, body: NoBody, ...documentation.adopt },
		)

		.post(
			"/orgs/:orgId/integrations/:integrationId/test",
			async ({ context, params }) =>
				ok("Integration tested", await service.test(context, params.orgId, params.integrationId)),
			{ requires: "org:admin", params: IntegrationParams, body: NoBody, ...documentation.test },
		);
