import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { respondToChange, respondToGet } from "#http/resource";
import { documentation } from "./documentation.ts";
import { ChangeQuery, OrgTypeParams, SetAllTenantDefaultsRequest, SetTenantDefaultsRequest } from "./schemas.ts";
import type { TenantDefaultsService } from "./service.ts";

/** Creates the routes of the defaults of organizations. */
export const tenantDefaultsRoutes = (service: TenantDefaultsService) =>
	new Elysia({ name: "tenant-defaults", prefix: "/configurations/tenant-defaults" })
		.use(api)

		.get(
			"",
			async ({ context, query, set }) =>
				respondToGet(context, set, "Tenant defaults retrieved", await service.getAll(query.fields)),
			{ requires: "org:read", system: true, query: FieldsQuery, ...documentation.getAll },
		)

		.put(
			"",
			async ({ context, query, body, set }) =>
				respondToChange(set, "Tenant defaults set", await service.setAll(context, body, query.dryRun === "true")),
			{
				requires: "org:write",
				system: true,
				query: ChangeQuery,
				body: SetAllTenantDefaultsRequest,
				...documentation.setAll,
			},
		)

		.get(
			"/:orgType",
			async ({ context, params, query, set }) =>
				respondToGet(context, set, "Tenant defaults retrieved", await service.get(params.orgType, query.fields)),
			{ requires: "org:read", system: true, params: OrgTypeParams, query: FieldsQuery, ...documentation.get },
		)

		.put(
			"/:orgType",
			async ({ context, params, query, body, set }) =>
				respondToChange(
					set,
					"Tenant defaults set",
					await service.set(context, params.orgType, body, query.dryRun === "true"),
				),
			{
				requires: "org:write",
				system: true,
				params: OrgTypeParams,
				query: ChangeQuery,
				body: SetTenantDefaultsRequest,
				...documentation.set,
			},
		);
