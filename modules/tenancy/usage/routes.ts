import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import { UsageQuery } from "./schemas.ts";
import type { UsageService } from "./service.ts";

/** Creates the route of the use of an organization. */
export const usageRoutes = (service: UsageService) =>
	new Elysia({ name: "usage" })
		.use(api)

		.get(
			"/orgs/:orgId/billing/usage",
			async ({ params, query }) => ok("Usage retrieved", await service.get(params.orgId, query)),
			{
				requires: "billing:read",
				whileClosed: true,
				params: OrganizationParams,
				query: UsageQuery,
				...documentation.get,
			},
		);
