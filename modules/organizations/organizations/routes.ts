import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import { CreateOrganizationRequest, ListOrganizationsQuery, UpdateOrganizationRequest } from "./schemas.ts";
import type { OrganizationsService } from "./service.ts";

export const organizationsRoutes = (organizations: OrganizationsService) =>
	new Elysia({ name: "organizations" })
		.use(api)

		.post(
			"/orgs",
			async ({ context, body, set }) => {
				const data = await organizations.create(context, body);
				return respondToCreate(context, set, data.id, "Organization created", { data, version: 1 });
			},
			{
				requires: "org:admin",
				system: true,
				body: CreateOrganizationRequest,
				checks: organizations.check,
				...documentation.create,
			},
		)

		.get(
			"/orgs",
			async ({ context, query, set }) =>
				respondWithPage(context, set, "Organizations retrieved", await organizations.list(query)),
			{
				requires: "org:read",
				system: { instead: "GET /auth/profile lists the organizations you belong to." },
				query: ListOrganizationsQuery,
				...documentation.list,
			},
		)

		.get(
			"/orgs/:orgId",
			async ({ context, params, query, set }) =>
				respondToGet(
					context,
					set,
					"Organization retrieved",
					await organizations.get(context, params.orgId, query.fields),
				),
			{
				requires: "org:read",
				whileClosed: true,
				params: OrganizationParams,
				query: FieldsQuery,
				...documentation.get,
			},
		)

		.put(
			"/orgs/:orgId",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Organization updated", await organizations.update(context, params.orgId, body)),
			{
				requires: "org:write",
				params: OrganizationParams,
				body: UpdateOrganizationRequest,
				checks: organizations.check,
				...documentation.update,
			},
		);
