import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import type { ComplianceService } from "./service.ts";

/** Creates the route of the compliance of an organization. */
export const complianceRoutes = (service: ComplianceService) =>
	new Elysia({ name: "compliance" })
		.use(api)

		.get(
			"/orgs/:orgId/compliance",
			async ({ context, params, query }) =>
				ok("Compliance retrieved", await service.get(context, params.orgId, query.fields)),
			{ requires: "org:read", params: OrganizationParams, query: FieldsQuery, ...documentation.get },
		);
