import { Elysia } from "elysia";
import { api } from "#http/api";
import { parsedBy } from "#http/checks";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToAccept, respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { NoBody, OrganizationParams } from "#http/schemas";
import type { DeliveriesService } from "./deliveries-service.ts";
import { documentation } from "./documentation.ts";
import {
	catalogueFields,
	DeliveryParams,
	type EventTypeCatalogue,
	ListDeliveriesQuery,
	ListWebhooksQuery,
	RegisterWebhookRequest,
	ReplayRequest,
	RotateSecretRequest,
	UpdateWebhookRequest,
	WebhookParams,
} from "./schemas.ts";
import type { WebhooksService } from "./service.ts";

export interface WebhooksRoutesDeps {
	readonly webhooks: WebhooksService;
	readonly deliveries: DeliveriesService;
	readonly catalogue: () => EventTypeCatalogue;
}

export const webhooksRoutes = ({ webhooks, deliveries, catalogue }: WebhooksRoutesDeps) =>
	new Elysia({ name: "webhooks" })
		.use(api)

		.get(
			"/webhooks/event-types",
			({ context, query, set }) => {
				const select = catalogueFields.parse(query.fields);
				const { apiVersion, eventTypes } = catalogue();
				const variant = `${apiVersion} ${eventTypes.length} ${query.fields ?? ""}`;
				const shown = { data: select({ apiVersion, eventTypes }), version: 1, variant };
				return respondToGet(context, set, "Event types retrieved", shown);
			},
			{ requires: "session", query: FieldsQuery, ...documentation.catalogue },
		)

		.get(
			"/orgs/:orgId/webhooks",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Webhooks retrieved", await webhooks.list(context, params.orgId, query)),
			{ requires: "webhook:admin", params: OrganizationParams, query: ListWebhooksQuery, ...documentation.list },
		)

		.post(
			"/orgs/:orgId/webhooks",
			async ({ context, params, body, set }) => {
				const registered = await webhooks.register(context, params.orgId, body);
				return respondToCreate(context, set, registered.data.id, "Webhook registered", registered);
			},
			{
				requires: "org:admin",
				params: OrganizationParams,
				body: RegisterWebhookRequest,
				checks: parsedBy(webhooks.parse),
				...documentation.register,
			},
		)

		.get(
			"/orgs/:orgId/webhooks/:webhookId",
			async ({ context, params, query, set }) => {
				const webhook = await webhooks.get(context, params.orgId, params.webhookId, query.fields);
				return respondToGet(context, set, "Webhook retrieved", webhook);
			},
			{ requires: "webhook:admin", params: WebhookParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			"/orgs/:orgId/webhooks/:webhookId",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Webhook updated", await webhooks.update(context, params.orgId, params.webhookId, body)),
			{
				requires: "webhook:admin",
				params: WebhookParams,
				body: UpdateWebhookRequest,
				checks: parsedBy(webhooks.parse),
				...documentation.update,
			},
		)

		.delete(
			"/orgs/:orgId/webhooks/:webhookId",
			async ({ context, params, status }) => {
				await webhooks.remove(context, params.orgId, params.webhookId);
				return status(204, undefined);
			},
			{ requires: "webhook:admin", params: WebhookParams, ...documentation.remove },
		)

		.post(
			"/orgs/:orgId/webhooks/:webhookId/rotate-secret",
			async ({ context, params, body, set }) => {
				const rotated = await webhooks.rotate(context, params.orgId, params.webhookId, body);
				return respondToChange(set, "Webhook secret rotated", rotated);
			},
			{ requires: "webhook:admin", params: WebhookParams, body: RotateSecretRequest, ...documentation.rotate },
		)

		.post(
			"/orgs/:orgId/webhooks/:webhookId/adopt",
			async ({ context, params, set }) =>
				respondToChange(set, "Webhook adopted", await webhooks.adopt(context, params.orgId, params.webhookId)),
			{ requires: "org:admin", params: WebhookParams, body: NoBody, ...documentation.adopt },
		)

		.post(
			"/orgs/:orgId/webhooks/:webhookId/enable",
			async ({ context, params, set }) =>
				respondToChange(set, "Webhook enabled", await webhooks.enable(context, params.orgId, params.webhookId)),
			{ requires: "webhook:admin", params: WebhookParams, body: NoBody, ...documentation.enable },
		)

		.post(
			"/orgs/:orgId/webhooks/:webhookId/test",
			async ({ context, params, set }) => {
				const queued = await deliveries.test(context, params.orgId, params.webhookId);
				return respondToAccept(context, set, `../deliveries/${queued.data.id}`, "Test queued", queued);
			},
			{ requires: "webhook:admin", params: WebhookParams, body: NoBody, ...documentation.test },
		)

		.post(
			"/orgs/:orgId/webhooks/:webhookId/replay",
			async ({ context, params, body, status }) =>
				status(202, ok("Replay queued", await deliveries.replay(context, params.orgId, params.webhookId, body))),
			{ requires: "webhook:admin", params: WebhookParams, body: ReplayRequest, ...documentation.replay },
		)

		.get(
			"/orgs/:orgId/webhooks/:webhookId/deliveries",
			async ({ context, params, query, set }) => {
				const page = await deliveries.list(context, params.orgId, params.webhookId, query);
				return respondWithPage(context, set, "Deliveries retrieved", page);
			},
			{ requires: "webhook:admin", params: WebhookParams, query: ListDeliveriesQuery, ...documentation.deliveries },
		)

		.get(
			"/orgs/:orgId/webhooks/:webhookId/deliveries/:deliveryId",
			async ({ context, params, query, set }) => {
				const { orgId, webhookId, deliveryId } = params;
				const delivery = await deliveries.get(context, orgId, webhookId, deliveryId, query.fields);
				return respondToGet(context, set, "Delivery retrieved", delivery);
			},
			{ requires: "webhook:admin", params: DeliveryParams, query: FieldsQuery, ...documentation.delivery },
		)

		.post(
			"/orgs/:orgId/webhooks/:webhookId/deliveries/:deliveryId/redeliver",
			async ({ context, params, set }) => {
				const { orgId, webhookId, deliveryId } = params;
				const queued = await deliveries.redeliver(context, orgId, webhookId, deliveryId);
				return respondToAccept(context, set, `../../${queued.data.id}`, "Redelivery queued", queued);
			},
			{ requires: "webhook:admin", params: DeliveryParams, body: NoBody, ...documentation.redeliver },
		);
