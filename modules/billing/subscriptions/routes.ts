import { Elysia } from "elysia";
import { api } from "#http/api";
import { parsedBy } from "#http/checks";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import { assertGrantable } from "./grants.ts";
import { ChangePlanRequest, GrantEntitlementsRequest } from "./schemas.ts";
import type { BillingService } from "./service.ts";

export const billingRoutes = (service: BillingService) =>
	new Elysia({ name: "billing" })
		.use(api)

		.get(
			"/orgs/:orgId/billing",
			async ({ params, query }) => ok("Billing retrieved", await service.get(params.orgId, query.fields)),
			{
				requires: "billing:read",
				whileClosed: true,
				params: OrganizationParams,
				query: FieldsQuery,
				...documentation.get,
			},
		)

		.post(
			"/orgs/:orgId/billing/plan",
			async ({ context, params, body }) =>
				ok(
					body.dryRun ? "Plan change previewed" : "Plan changed",
					await service.changePlan(context, params.orgId, body),
				),
			{
				requires: "billing:write",
				whileClosed: true,
				params: OrganizationParams,
				body: ChangePlanRequest,
				checks: service.check,
				...documentation.changePlan,
			},
		)

		.put(
			"/orgs/:orgId/billing/entitlements",
			async ({ context, params, body }) => ok("Entitlements granted", await service.grant(context, params.orgId, body)),
			{
				requires: "billing:write",
				system: true,
				params: OrganizationParams,
				body: GrantEntitlementsRequest,
				checks: parsedBy(({ entitlements = {} }: Partial<GrantEntitlementsRequest>) => assertGrantable(entitlements)),
				...documentation.grant,
			},
		);
