import { Elysia } from "elysia";
import { api } from "#http/api";
import { parsedBy } from "#http/checks";
import { FieldsQuery } from "#http/fields";
import { respondToChange, respondToGet } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import { RefundRequest, UpdateBillingAccountRequest } from "./schemas.ts";
import type { BillingAccountsService } from "./service.ts";

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
				checks: parsedBy(service.parse),
				...documentation.update,
			},
		)

		.post(
			"/orgs/:orgId/billing/account/refunds",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Refund noted", await service.refund(context, params.orgId, body)),
			{
				requires: "billing:write",
				system: true,
				whileClosed: true,
				params: OrganizationParams,
				body: RefundRequest,
				checks: service.checkRefund,
				...documentation.refund,
			},
		);
