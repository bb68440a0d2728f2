import type { Versioned } from "#kernel/etag";
import { invalidMember } from "#kernel/field-errors";
import { parseInstant } from "#kernel/instant";
import { pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { assertOrganizationExists } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { sequenceAt } from "#platform/outbox";
import type { Change } from "#platform/unit-of-work";
import { deliveryNotFound, replayRunning, webhookDisabled } from "./errors.ts";
import { facts, TEST_EVENT } from "./facts.ts";
import { deliveriesOf, listDeliveries, newestFirst } from "./repository/deliveries.ts";
import { webhooksOf } from "./repository/webhooks.ts";
import { type Delivery, deliveryFields, type ListDeliveriesQuery, type Replay, type ReplayRequest } from "./schemas.ts";
import { findWebhook, lockWebhook } from "./service.ts";
import { newDelivery } from "./settlement.ts";
import { toDelivery, toSummary } from "./view.ts";

export type DeliveriesService = ReturnType<typeof createDeliveriesService>;

/** Creates the service that shows what was sent to webhooks, and sends it again. */
export function createDeliveriesService({ store, newId, unitOfWork, cursors, followers }: Core) {
	/** Changes something of a webhook that is enabled, and makes something due for it. */
	const changeEnabled = <T>(
		context: RequestContext,
		orgId: string,
		webhookId: string,
		work: (change: Change, row: Awaited<ReturnType<typeof lockWebhook>>) => Promise<T>,
	): Promise<T> =>
		unitOfWork.run(
			context,
			async (change) => {
				const row = await lockWebhook(change.tx, orgId, webhookId);
				if (row.disabledAtMs !== null) throw webhookDisabled();
				// First, in the order in which the worker locks them.
				await followers.update(change.tx, orgId, webhookId, { dueAtMs: change.nowMs });
				const result = await work(change, row);
				change.afterCommit(() => followers.wake(orgId));
				return result;
			},
			{ storeOutcome: "plain" },
		);

	return {
		/**
		 * Returns a page of the deliveries of a webhook, newest first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, orgId: string, webhookId: string, query: ListDeliveriesQuery) {
			const { state, ...page } = query;
			const binding = { list: "webhook-deliveries", orgId, webhookId, state: state ?? null };
			const request = pageRequest(cursors, page, deliveryFields, binding);
			await assertOrganizationExists(store.db, principal, orgId);
			await findWebhook(store.db, orgId, webhookId);
			const rows = await listDeliveries(store.db, orgId, { webhookId, state }, request);
			return request.page(rows, newestFirst, toDelivery);
		},

		/** Returns a delivery. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, webhookId: string, id: string, fields: string | undefined) {
			const select = deliveryFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			await findWebhook(store.db, orgId, webhookId);
			const row = await deliveriesOf(store.db, orgId).find(id);
			if (row?.webhookId !== webhookId) throw deliveryNotFound();
			return { data: select(toDelivery(row)), version: row.attemptCount + 1, variant: `${row.state} ${fields ?? ""}` };
		},

		/** Sends an event again, whatever came of it before. @throws `not_found` `purged` `state_conflict` */
		redeliver(context: RequestContext, orgId: string, webhookId: string, id: string): Promise<Versioned<Delivery>> {
			return changeEnabled(context, orgId, webhookId, async (change) => {
				const rows = deliveriesOf(change.tx, orgId);
				const row = await rows.lock(id);
				if (row?.webhookId !== webhookId) throw deliveryNotFound();
				const values = { state: "pending", tries: 0, nextAttemptAtMs: change.nowMs, endedAtMs: null } as const;
				await rows.update(id, values);
				const otherTargets = [{ type: "webhook_delivery", id }];
				change.record(orgId, facts["webhook.redeliver"], { id: webhookId, otherTargets });
				return { data: toDelivery({ ...row, ...values }), version: row.attemptCount + 1 };
			});
		},

		/** Sends an event to a webhook that only it receives. @throws `not_found` `purged` `state_conflict` */
		test(context: RequestContext, orgId: string, webhookId: string): Promise<Versioned<Delivery>> {
			return changeEnabled(context, orgId, webhookId, async (change, webhook) => {
				const { nowMs } = change;
				const eventId = change.record(orgId, facts["webhook.test"], { id: webhookId, object: toSummary(webhook) });
				const event = { id: eventId, type: TEST_EVENT, sequence: null };
				const created = newDelivery({ orgId, webhookId, id: newId("dlv"), event, nowMs });
				const row = { ...created, nextAttemptAtMs: nowMs };
				await deliveriesOf(change.tx, orgId).insert(row);
				return { data: toDelivery(row), version: 1 };
			});
		},

		/**
		 * Sends the events of a period again, in order, those that were delivered too.
		 * @throws `validation_failed` `not_found` `purged` `state_conflict`
		 */
		async replay(context: RequestContext, orgId: string, webhookId: string, request: ReplayRequest): Promise<Replay> {
			const [fromMs, toMs] = [parseInstant(request.from, "/from"), parseInstant(request.to, "/to")];
			if (toMs < fromMs) throw invalidMember("/to", "invalid_range", "must not be before from");
			await assertOrganizationExists(store.db, context.principal, orgId);
			const head = await followers.headOf(store.db, orgId, "events");
			const firstSequence = await sequenceAt(store.db, orgId, head, fromMs);
			const lastSequence = (await sequenceAt(store.db, orgId, head, toMs + 1)) - 1;
			const isEmpty = lastSequence < firstSequence;
			return changeEnabled(context, orgId, webhookId, async (change, { replayTo }) => {
				if (replayTo !== null) throw replayRunning();
				const range = isEmpty
					? { replayFrom: null, replayTo: null }
					: { replayFrom: firstSequence, replayTo: lastSequence };
				await webhooksOf(change.tx, orgId).update(webhookId, range);
				const changes = [{ path: "/replay", from: null, to: { from: request.from, to: request.to } }];
				change.record(orgId, facts["webhook.replay"], { id: webhookId, auditedChanges: changes });
				return isEmpty ? { firstSequence: null, lastSequence: null } : { firstSequence, lastSequence };
			});
		},
	};
}
