import { type TSchema, Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, mapOf, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseInstant } from "#kernel/instant";
import { MadeBy, MakerState, makerFilter } from "#modules/identity/makers";
import { MAX_HEADER_CHARS, MAX_HEADERS } from "./headers.ts";
import { DELIVERY_STATES_SHOWN, DISABLED_REASONS, PAYLOADS, WEBHOOK_STATES } from "./values.ts";

/** Maximum time for which both secrets sign after a rotation, in seconds: a week. */
const MAX_GRACE_SECONDS = 604_800;

const Url = Type.String({
	maxLength: 2_048,
	description:
		"URL to which events are sent: https, without credentials, at a public address. Its name is resolved, and its " +
		"address checked, before each attempt.",
	examples: ["https://hooks.example.com/parley"],
});
const Description = Nullable(Type.String({ maxLength: 500, description: "Purpose of the workspace." }));
const EventTypes = Type.Array(
	Type.String({ maxLength: 100, pattern: "^[a-z_]+(\\.[a-z_]+)*(\\.\\*)?$", examples: ["meeting.*"] }),
	{
		minItems: 1,
		maxItems: 100,
		uniqueItems: true,
		description: "Types of events, exact (`org.member.added`) or all with a prefix (`meeting.*`).",
	},
);
const Payload = OneOf(PAYLOADS, "`thin`: ids only; `full`: the resource as well");
const Headers = mapOf(Type.String({ maxLength: MAX_HEADER_CHARS }), {
	maxProperties: MAX_HEADERS,
	description: "Additional headers of each request, such as `Authorization`. Their values are never shown again.",
});

const members = {
	id: Id("whk", "id of the webhook"),
	url: Url,
	description: Description,
	eventTypes: Type.Union([EventTypes, Type.Null()], { description: "Null: every type." }),
	payload: Payload,
	headerNames: Type.Array(Type.String(), { description: "Names of the additional headers." }),
	state: OneOf(
		WEBHOOK_STATES,
		"`failing`: five events in a row failed, and new ones wait until one succeeds; `disabled`: nothing is sent",
	),
	disabledReason: Nullable(OneOf(DISABLED_REASONS, "`gone`: it answered 410; `failing`: no success for 120 hours")),
	disabledAt: Nullable(Timestamp),
	failingSince: Nullable(Timestamp),
	previousSecretExpiresAt: Nullable(Timestamp),
	createdBy: MadeBy,
	makerState: MakerState,
	createdAt: Timestamp,
	updatedAt: Timestamp,
} satisfies Record<string, TSchema>;

/** A webhook without its secret. */
export const Webhook = closed(members, { $id: "Webhook" });
export type Webhook = typeof Webhook.static;

/** Selector of `fields` for a webhook. */
export const webhookFields = selectable(Webhook);

/** A webhook with its secret. */
export const RegisteredWebhook = closed(
	{
		...members,
		secret: Type.String({ description: "The key of the signatures (Standard Webhooks), shown only once: `whsec_…`." }),
	},
	{ $id: "RegisteredWebhook" },
);
export type RegisteredWebhook = typeof RegisteredWebhook.static;

/** A webhook in events and audit entries: without its URL, which may contain a secret. */
export const WebhookSummary = closed(
	{
		id: members.id,
		host: Type.String({ description: "Host of its URL." }),
		description: Description,
		eventTypes: members.eventTypes,
		payload: Payload,
		headerNames: members.headerNames,
		state: OneOf(["enabled", "disabled"], "Whether anything is sent to it"),
		disabledReason: members.disabledReason,
		createdBy: members.createdBy,
		makerState: members.makerState,
	},
	{ $id: "WebhookSummary" },
);
export type WebhookSummary = typeof WebhookSummary.static;

/** Request for a new webhook. */
export const RegisterWebhookRequest = closed(
	{
		url: Url,
		eventTypes: Type.Optional(Nullable(EventTypes)),
		description: Type.Optional(Description),
		payload: Type.Optional(Payload),
		headers: Type.Optional(Nullable(Headers)),
	},
	{ $id: "RegisterWebhookRequestBody" },
);
export type RegisterWebhookRequest = typeof RegisterWebhookRequest.static;

/** Merge patch of a webhook; `headers` are replaced as a whole. */
export const UpdateWebhookRequest = closed(
	{
		url: Type.Optional(Url),
		eventTypes: Type.Optional(Nullable(EventTypes)),
		description: Type.Optional(Description),
		payload: Type.Optional(Payload),
		headers: Type.Optional(Nullable(Headers)),
	},
	{ $id: "UpdateWebhookRequestBody" },
);
export type UpdateWebhookRequest = typeof UpdateWebhookRequest.static;

/** Options of a rotation. */
export const RotateSecretRequest = closed(
	{
		gracePeriodSeconds: Type.Optional(
			Type.Integer({
				minimum: 0,
				maximum: MAX_GRACE_SECONDS,
				description: "For how long the previous secret signs as well, in seconds. Default 86,400; 0: it stops at once.",
			}),
		),
	},
	{ $id: "RotateWebhookSecretRequestBody" },
);
export type RotateSecretRequest = typeof RotateSecretRequest.static;

/** One attempt to deliver. */
const Attempt = closed({
	at: Timestamp,
	status: Nullable(Type.Integer({ description: "Status of the response; null without one." })),
	durationMs: Type.Integer({ description: "Milliseconds." }),
	error: Nullable(Type.String({ description: "Error of the attempt; null: it succeeded." })),
	response: Nullable(Type.String({ description: "The beginning of the response, up to 1 KiB." })),
});

/** A delivery of an event to a webhook. */
export const Delivery = closed(
	{
		id: Id("dlv", "id of the delivery"),
		webhookId: Id("whk", "id of the webhook"),
		eventId: Id("evt", "id of the event, sent as `webhook-id`: the same in each attempt"),
		eventType: Type.String({ examples: ["meeting.ended"] }),
		sequence: Nullable(
			Type.Integer({ description: "Position of the event in the log; null for a test not sent yet." }),
		),
		state: OneOf(
			DELIVERY_STATES_SHOWN,
			"`pending`: it will be retried; `failed`: given up; `skipped`: the event is no longer kept",
		),
		attemptCount: Type.Integer({ description: "Number of attempts so far." }),
		attempts: Type.Array(Attempt, { description: "The last 20 attempts, oldest first." }),
		nextAttemptAt: Nullable(Timestamp),
		createdAt: Timestamp,
		endedAt: Nullable(Timestamp),
	},
	{ $id: "WebhookDelivery" },
);
export type Delivery = typeof Delivery.static;

/** Selector of `fields` for a delivery. */
export const deliveryFields = selectable(Delivery);

/** Which events are to be sent again. */
export const ReplayRequest = closed(
	{
		from: checked(
			Type.String({
				maxLength: 64,
				description: "Events from this time on, RFC 3339.",
				examples: ["2030-01-01T00:00:00Z"],
			}),
			parseInstant,
		),
		to: checked(
			Type.String({
				maxLength: 64,
				description: "Up to this time, included, RFC 3339.",
				examples: ["2030-01-02T00:00:00Z"],
			}),
			parseInstant,
		),
	},
	{ $id: "ReplayWebhookRequestBody" },
);
export type ReplayRequest = typeof ReplayRequest.static;

/** What will be sent again. */
export const Replay = closed(
	{
		firstSequence: Nullable(Type.Integer({ description: "The first event of the range; null: it contains none." })),
		lastSequence: Nullable(Type.Integer({ description: "The last event of the range." })),
	},
	{ $id: "WebhookReplay" },
);
export type Replay = typeof Replay.static;

/** Path parameters that identify a webhook. */
export const WebhookParams = closed({
	orgId: Id("org", "id of the organization"),
	webhookId: Id("whk", "id of the webhook"),
});

/** Path parameters that identify a delivery. */
export const DeliveryParams = closed({ ...WebhookParams.properties, deliveryId: Id("dlv", "id of the delivery") });

/** Query of the list of webhooks. */
export const ListWebhooksQuery = listQuery(makerFilter);
export type ListWebhooksQuery = typeof ListWebhooksQuery.static;

/** Filters of the list of deliveries. */
export const ListDeliveriesQuery = listQuery({
	state: Type.Optional(OneOf(DELIVERY_STATES_SHOWN, "only those in this state")),
});
export type ListDeliveriesQuery = typeof ListDeliveriesQuery.static;

/** The types of events, and what is sent of each. */
export const EventTypeCatalogue = closed(
	{
		apiVersion: Type.String({ description: "Version of the payloads." }),
		eventTypes: Type.Array(
			closed({
				type: Type.String({ examples: ["meeting.ended"] }),
				schema: Type.Unsafe<Readonly<Record<string, unknown>>>(
					Type.Record(Type.String(), Type.Unknown(), { description: "JSON Schema of the body of a full delivery." }),
				),
			}),
		),
	},
	{ $id: "EventTypeCatalogue" },
);
export type EventTypeCatalogue = typeof EventTypeCatalogue.static;

/** Selector of `fields` for the types of events. */
export const catalogueFields = selectable(EventTypeCatalogue);
