import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { respondToChange, respondToGet } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import { UpdateBillingAccountRequest } from "./schemas.ts";
import type { BillingAccountsService } from "./service.ts";

/** Creates the routes of billing accounts. */
export const billingAccountsRoutes = (service: BillingAccountsService) =>
	new Elysia({ name: "billing-accounts" })
		.use(api)

		.get(
			"/orgs/:orgId/billing/account",
			async ({ context, params, query, set }) =>
				respondToGet(context, set, "Billing account retrieved", await service.get(params.orgId, query.fields)),
			{
				requires: "billing:read",
				whileClosed: true,
				params: OrganizationParams,
				query: FieldsQuery,
				...documentation.get,
			},
		)

		.patch(
			"/orgs/:orgId/billing/account",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Billing account updated", await service.update(context, params.orgId, body)),
			{
				requires: "billing:write",
				whileClosed: true,
				params: OrganizationParams,
				body: UpdateBillingAccountRequest,
				...documentation.update,
			},
		);
