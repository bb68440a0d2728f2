import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, okResponse, versionedResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import {
	catalogueFields,
	Delivery,
	deliveryFields,
	RegisteredWebhook,
	Replay,
	Webhook,
	webhookFields,
} from "./schemas.ts";

const tag: Tag = { name: "Webhooks", description: "URLs to which the events of an organization are sent." };

const example: Webhook = {
	id: exampleId("whk"),
	url: "https://hooks.example.com/parley",
	description: "Student records",
	eventTypes: ["meeting.*", "org.member.added"],
	payload: "full",
	headerNames: ["authorization"],
	state: "enabled",
	disabledReason: null,
	disabledAt: null,
	failingSince: null,
	previousSecretExpiresAt: null,
	createdBy: exampleId("usr"),
	makerState: "active",
	createdAt: "2030-01-01T09:30:00.000Z",
	updatedAt: "2030-01-01T09:30:00.000Z",
};
// Not a secret that could be used: it is too short on purpose.
const registered: RegisteredWebhook = { ...example, secret: "whsec_…" };

const delivery: Delivery = {
	id: exampleId("dlv"),
	webhookId: example.id,
	eventId: exampleId("evt"),
	eventType: "meeting.ended",
	sequence: 812,
	state: "pending",
	attemptCount: 1,
	attempts: [
		{
			at: "2030-01-01T10:00:00.000Z",
			status: 503,
			durationMs: 84,
			error: "The receiver answered 503.",
			response: "Try again later",
		},
	],
	nextAttemptAt: "2030-01-01T10:00:05.210Z",
	createdAt: "2030-01-01T10:00:00.084Z",
	endedAt: null,
};
const requested: Delivery = {
	...delivery,
	eventType: "webhook.test",
	sequence: null,
	attemptCount: 0,
	attempts: [],
	nextAttemptAt: "2030-01-01T10:00:00.000Z",
};

const DELIVERY =
	"Each event is a POST in the format of Standard Webhooks 1.0: `webhook-id` is the id of the event and the same in " +
	"every attempt, `webhook-timestamp` the time of the attempt (refuse those older than five minutes), " +
	"`webhook-signature` one signature for each valid secret. Respond with 2xx within 15 seconds. Delivery is at " +
	"least once: deduplicate by id. First attempts are made in the order of `sequence`, one after the other; a failed " +
	"event is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (`Retry-After` is honoured, up to " +
	"a day) while later events continue. After five failed events in a row, new events wait until one succeeds. A " +
	"410, or 120 hours without a success, disables the webhook. Redirects are not followed.";

/** Documentation of the operations on webhooks. */
export const documentation = {
	catalogue: operation({
		id: "listEventTypes",
		summary: "List the types of events",
		description: "Lists every type of event sent by webhooks and the event feed, with the JSON Schema of its payload.",
		tag,
		responses: getResponses("The types of events", catalogueFields.schema, "Event types retrieved", {
			apiVersion: "2026-11-01",
			eventTypes: [{ type: "meeting.ended", schema: { type: "object" } }],
		}),
	}),

	list: operation({
		id: "listWebhooks",
		summary: "List the webhooks of an organization",
		description:
			"Oldest first, without their secrets. Use `makerState` to find webhooks whose maker has left or been demoted.",
		tag,
		responses: { 200: pageResponse("A page of webhooks", webhookFields.schema, "Webhooks retrieved", example) },
	}),

	register: operation({
		id: "registerWebhook",
		summary: "Register a webhook for organization events",
		description:
			"Returns the secret of its signatures, which is shown only once. Events are sent from now on. An organization has " +
			`at most 20 webhooks; a compliance mode may demand thin payloads. ${DELIVERY}`,
		tag,
		request: {
			url: example.url,
			eventTypes: example.eventTypes,
			description: example.description,
			headers: { Authorization: "Bearer 3f9c" },
		},
		responses: { 201: createdResponse("webhook", "The webhook", RegisteredWebhook, "Webhook registered", registered) },
		errors: ["conflict", "compliance_violation"],
	}),

	get: operation({
		id: "getWebhook",
		summary: "Get a webhook",
		description: "Omits the secret and header values.",
		tag,
		responses: getResponses("The webhook", webhookFields.schema, "Webhook retrieved", example),
	}),

	update: operation({
		id: "updateWebhook",
		summary: "Update a webhook",
		description:
			"Takes a JSON merge patch, except that `headers` replaces all headers. Pending deliveries use the new settings.",
		tag,
		request: { eventTypes: ["meeting.*"] },
		responses: {
			200: versionedResponse("The webhook", Webhook, "Webhook updated", { ...example, eventTypes: ["meeting.*"] }),
		},
		errors: ["compliance_violation", "precondition_failed"],
	}),

	remove: operation({
		id: "deleteWebhook",
		summary: "Delete a webhook",
		description: "Stops all deliveries to it, including retries.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: ["precondition_failed"],
	}),

	rotate: operation({
		id: "rotateWebhookSecret",
		summary: "Replace the secret of a webhook",
		description:
			"Returns the new secret, which is shown only once. For `gracePeriodSeconds`, a day by default, requests have two " +
			"signatures: one of the new secret and one of the secret before.",
		tag,
		request: { gracePeriodSeconds: 3_600 },
		responses: {
			200: versionedResponse("The webhook", RegisteredWebhook, "Webhook secret rotated", {
				...registered,
				previousSecretExpiresAt: "2030-01-01T10:30:00.000Z",
			}),
		},
		errors: ["precondition_failed"],
	}),

	adopt: operation({
		id: "adoptWebhook",
		summary: "Adopt a webhook",
		description:
			"Takes the webhook over from a maker who was removed or demoted: `createdBy` becomes the caller and `makerState` is " +
			"`active` again. Until then it keeps sending, but its URL, types, payload and headers cannot be changed (409). Replacing " +
			"its secret adopts it as well.",
		tag,
		responses: { 200: versionedResponse("The webhook", Webhook, "Webhook adopted", example) },
		errors: ["precondition_failed"],
	}),

	enable: operation({
		id: "enableWebhook",
		summary: "Enable a webhook",
		description:
			"Enables a webhook that was disabled or is failing. Pending retries are made at once, in order, and their " +
			"schedule restarts; events recorded in the meantime are sent in order, as far as they are kept.",
		tag,
		responses: { 200: versionedResponse("The webhook", Webhook, "Webhook enabled", example) },
		errors: ["precondition_failed"],
	}),

	test: operation({
		id: "testWebhook",
		summary: "Send a test event to a webhook",
		description:
			"Sends an event of the type `webhook.test`, which no other webhook receives, whatever types it has " +
			"chosen. The response names the delivery, which shows the outcome.",
		tag,
		responses: { 202: createdResponse("delivery", "The delivery", Delivery, "Test queued", requested) },
	}),

	deliveries: operation({
		id: "listWebhookDeliveries",
		summary: "List the deliveries of a webhook",
		description: "Newest first. A delivery is listed from its first attempt, for 30 days.",
		tag,
		responses: { 200: pageResponse("A page of deliveries", deliveryFields.schema, "Deliveries retrieved", delivery) },
	}),

	delivery: operation({
		id: "getWebhookDelivery",
		summary: "Get a delivery",
		description: "Returns the delivery with its last 20 attempts.",
		tag,
		responses: getResponses("The delivery", deliveryFields.schema, "Delivery retrieved", delivery),
	}),

	redeliver: operation({
		id: "redeliverWebhookDelivery",
		summary: "Deliver an event again",
		description: "Makes another attempt now, with the same `webhook-id`; if it fails, the retry schedule restarts.",
		tag,
		responses: {
			202: createdResponse("delivery", "The delivery", Delivery, "Redelivery queued", {
				...delivery,
				nextAttemptAt: "2030-01-01T10:00:03.000Z",
			}),
		},
	}),

	replay: operation({
		id: "replayWebhook",
		summary: "Deliver the events of a period again",
		description:
			"Sends all events of the period that match the webhook's types again, in order and with the same " +
			"`webhook-id`, including those already delivered. New events continue to be sent. One replay runs at a " +
			"time.",
		tag,
		request: { from: "2030-01-01T00:00:00.000Z", to: "2030-01-02T00:00:00.000Z" },
		responses: {
			202: okResponse("What will be sent", Replay, "Replay queued", { firstSequence: 640, lastSequence: 812 }),
		},
	}),
};
