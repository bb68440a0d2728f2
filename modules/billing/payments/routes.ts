import { Elysia } from "elysia";
import { api } from "#http/api";
import { readContent } from "#http/content";
import { ok, okPage } from "#http/envelope";
import { respondToCreate } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { singlePage } from "#kernel/list";
import { documentation, EVENT } from "./documentation.ts";
import type { ProviderEvents } from "./events.ts";
import type { Methods } from "./methods.ts";
import {
	AddPaymentMethodRequest,
	CreateBillingLinkRequest,
	ListMethodsQuery,
	PaymentMethodParams,
	paymentMethodFields,
} from "./schemas.ts";

const write = { requires: "billing:write", whileClosed: true } as const;

export const paymentsRoutes = (methods: Methods, events: ProviderEvents) =>
	new Elysia({ name: "payments" })
		.use(api)

		.get(
			"/orgs/:orgId/billing/payment-methods",
			async ({ params, query }) => {
				const select = paymentMethodFields.parse(query.fields);
				const found = await methods.list(params.orgId);
				return okPage("Payment methods retrieved", singlePage(found.map((each) => select(each))));
			},
			{
				requires: "billing:read",
				whileClosed: true,
				params: OrganizationParams,
				query: ListMethodsQuery,
				...documentation.list,
			},
		)

		.post(
			"/orgs/:orgId/billing/payment-methods",
			async ({ context, params, body, set }) => {
				const data = await methods.add(context, params.orgId, body);
				return respondToCreate(context, set, data.id, "Payment method added", { data, version: 1 });
			},
			{
				...write,
				params: OrganizationParams,
				body: AddPaymentMethodRequest,
				checks: methods.check,
				...documentation.add,
			},
		)

		.delete(
			"/orgs/:orgId/billing/payment-methods/:methodId",
			async ({ context, params, status }) => {
				await methods.remove(context, params.orgId, params.methodId);
				return status(204, undefined);
			},
			{ ...write, params: PaymentMethodParams, ...documentation.remove },
		)

		.post(
			"/orgs/:orgId/billing/links",
			async ({ context, params, body }) => ok("Link created", { url: await methods.link(context, params.orgId, body) }),
			{
				...write,
				params: OrganizationParams,
				body: CreateBillingLinkRequest,
				checks: methods.check,
				...documentation.link,
			},
		)

		.post(
			"/billing/stripe/webhook",
			async ({ request }) => {
				await events.receive(await readContent(request, EVENT), request.headers.get("stripe-signature"));
				return ok("Event received", { received: true as const });
			},
			{
				open: "Stripe sends no token; it signs what it sends",
				takes: EVENT,
				ignoresKey: "protocol",
				...documentation.receive,
			},
		);
