import type { EventRow, FollowerRow, WebhookDeliveryRow, WebhookRow } from "#db/schema";
import type { Db } from "#db/store";
import { HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { findOrganizationRow } from "#modules/tenancy/organization-records";
import type { FollowerRun } from "#platform/followers";
import type { Core } from "#platform/module";
import { deliveriesOf, findByEvent, nextAttemptAtMs } from "./repository/deliveries.ts";
import { webhooksOf } from "./repository/webhooks.ts";
import type { AttemptResult } from "./sender.ts";
import { FAILURES_TO_PARK } from "./values.ts";

/** Delays after failed attempts, in ms: the tenth attempt is the last but one, three days after the first. */
const DELAYS_MS = [
	5_000,
	5 * MINUTE_MS,
	30 * MINUTE_MS,
	2 * HOUR_MS,
	5 * HOUR_MS,
	10 * HOUR_MS,
	14 * HOUR_MS,
	20 * HOUR_MS,
	24 * HOUR_MS,
];
/** Longest delay that a receiver may ask for, in ms. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;
/** Delays are longer by up to this part, so that what failed together is not tried together. */
const JITTER = 0.1;

/** Time without a success after which a webhook is disabled, in ms. */
const GIVE_UP_AFTER_MS = 120 * HOUR_MS;

/**
 * Returns the delay after failed attempt number `tries` (1…), in ms; null: it was the last.
 * @param retryAfterMs what the receiver asks for; null: nothing
 */
function delayMs(tries: number, retryAfterMs: number | null, random: () => number = Math.random): number | null {
	const base = DELAYS_MS[tries - 1];
	if (base === undefined) return null;
	const own = base * (1 + random() * JITTER);
	return Math.round(Math.max(own, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)));
}

/** Attempts whose details are kept. */
const MAX_ATTEMPTS_KEPT = 20;

/** Which part of a run an attempt is: the first of an event that is new, one that was due, one of a replay. */
export type Part = "new" | "due" | "replay";

/** An attempt that was made. */
export interface Attempted {
	readonly webhook: WebhookRow;
	readonly event: EventRow;
	readonly result: AttemptResult;
	readonly part: Part;
}

/** Creates what stores the results of attempts, each in a transaction of its own. */
export function createSettlement({ store, newId, clock }: Pick<Core, "store" | "newId" | "clock">) {
	/** Stores the delivery as it is after an attempt. */
	async function storeDelivery(tx: Db, { webhook, event, result }: Attempted): Promise<WebhookDeliveryRow> {
		const { orgId, id: webhookId } = webhook;
		const rows = deliveriesOf(tx, orgId);
		const known = await findByEvent(tx, { orgId, webhookId }, event.id);
		const nowMs = clock.nowMs();
		const tries = (known?.tries ?? 0) + 1;
		const isTaken = result.outcome === "succeeded";
		const delay = isTaken || result.outcome === "gone" ? null : delayMs(tries, result.retryAfterMs);
		const values = {
			sequence: event.sequence,
			state: isTaken ? "succeeded" : delay === null ? "failed" : "pending",
			attempts: [...(known?.attempts ?? []), result.attempt].slice(-MAX_ATTEMPTS_KEPT),
			attemptCount: (known?.attemptCount ?? 0) + 1,
			tries,
			nextAttemptAtMs: delay === null ? null : nowMs + delay,
			endedAtMs: delay === null ? nowMs : null,
		} as const;
		if (known !== undefined) {
			await rows.update(known.id, values);
			return { ...known, ...values };
		}
		const row = newDelivery({ orgId, webhookId, id: newId("dlv"), event, nowMs });
		await rows.insert({ ...row, ...values });
		return { ...row, ...values };
	}

	/** Returns how a follower fares after an attempt. */
	function healthOf(row: FollowerRow, { result, part }: Attempted) {
		if (result.outcome === "succeeded") return { failures: 0, failingSinceMs: null, isParked: false };
		// An event that fails again says nothing new.
		const failures = row.failures + (part === "due" ? 0 : 1);
		return {
			failures,
			failingSinceMs: row.failingSinceMs ?? clock.nowMs(),
			isParked: row.isParked || failures >= FAILURES_TO_PARK,
		};
	}

	return {
		/** Stores the result of an attempt. @returns whether the webhook must be disabled, and the reason */
		async settle(run: FollowerRun, attempted: Attempted): Promise<"gone" | "failing" | null> {
			const { webhook, event, result, part } = attempted;
			const { orgId, id } = webhook;
			const isFreed = await store.writing("webhook.attempt").tx(async (tx) => {
				const follower = await run.lock(tx);
				await storeDelivery(tx, attempted);
				if (part === "replay") await webhooksOf(tx, orgId).update(id, afterReplay(webhook, event.sequence));
				const health = healthOf(follower, attempted);
				const next = await nextOf(tx, webhook, health.isParked);
				const position = part === "new" ? { position: event.sequence } : {};
				await run.settle(tx, { ...health, ...next, ...position });
				return follower.isParked && !next.isParked;
			});
			if (isFreed) run.resume();
			if (result.outcome === "gone") return "gone";
			const sinceMs = run.row.failingSinceMs;
			const isTooLong = sinceMs !== null && clock.nowMs() - sinceMs >= GIVE_UP_AFTER_MS;
			return result.outcome === "failed" && isTooLong ? "failing" : null;
		},

		/** Ends a delivery whose event is no longer kept, or which was held for too long. */
		async skip(run: FollowerRun, webhook: WebhookRow, { id }: WebhookDeliveryRow): Promise<void> {
			await store.writing("webhook.attempt").tx(async (tx) => {
				const { isParked } = await run.lock(tx);
				const ended = { state: "skipped", nextAttemptAtMs: null, endedAtMs: clock.nowMs() } as const;
				await deliveriesOf(tx, webhook.orgId).update(id, ended);
				await run.settle(tx, await nextOf(tx, webhook, isParked));
			});
		},

		/** Stores when the next attempt is due that is not the first of its event. */
		async reschedule(run: FollowerRun, webhook: WebhookRow): Promise<void> {
			await store.writing("webhook.attempt").tx(async (tx) => {
				const { isParked } = await run.lock(tx);
				await run.settle(tx, await nextOf(tx, webhook, isParked));
			});
		},

		/** Holds a delivery that is due back until its organization is open again, unless it is by now. */
		async postpone(run: FollowerRun, webhook: WebhookRow, { id }: WebhookDeliveryRow): Promise<void> {
			await store.writing("webhook.attempt").tx(async (tx) => {
				const { isParked } = await run.lock(tx);
				if (await isActive(tx, webhook.orgId)) return;
				await deliveriesOf(tx, webhook.orgId).update(id, { state: "held", nextAttemptAtMs: null });
				await run.settle(tx, await nextOf(tx, webhook, isParked));
			});
		},

		/** Holds a new event back until its organization is open again, unless it is by now. */
		async hold(run: FollowerRun, { orgId, id: webhookId }: WebhookRow, event: EventRow): Promise<void> {
			await store.writing("webhook.attempt").tx(async (tx) => {
				await run.lock(tx);
				if (await isActive(tx, orgId)) return;
				const row = newDelivery({ orgId, webhookId, id: newId("dlv"), event, nowMs: clock.nowMs() });
				await deliveriesOf(tx, orgId).tryInsert({ ...row, state: "held" });
				await run.settle(tx, { position: event.sequence });
			});
		},
	};

	/**
	 * Returns when something is due for a webhook, and whether it is parked: with nothing left to be tried again, the next
	 * new event shows whether its receiver is back.
	 */
	async function nextOf(tx: Db, { orgId, id: webhookId }: WebhookRow, wasParked: boolean) {
		const retryAtMs = await nextAttemptAtMs(tx, { orgId, webhookId });
		const isParked = wasParked && retryAtMs !== null;
		// Read here: a replay may have been requested since the run began.
		const isReplaying = !isParked && (await webhooksOf(tx, orgId).find(webhookId))?.replayTo != null;
		const nowMs = clock.nowMs();
		return { isParked, dueAtMs: isReplaying ? Math.min(nowMs, retryAtMs ?? nowMs) : retryAtMs };
	}
}

/**
 * Whether an organization is active as of now. To be asked with the follower locked: what is held before it was opened is
 * freed by whoever passes over the event that says so, and nothing is held after that.
 */
const isActive = async (tx: Db, orgId: string): Promise<boolean> =>
	(await findOrganizationRow(tx, orgId))?.state === "active";

/** Returns the columns of a webhook once an event of its replay was sent. */
const afterReplay = ({ replayTo }: WebhookRow, sequence: number) =>
	sequence < (replayTo ?? 0) ? { replayFrom: sequence + 1 } : { replayFrom: null, replayTo: null };

interface NewDelivery {
	readonly orgId: string;
	readonly webhookId: string;
	readonly id: string;
	readonly event: Pick<EventRow, "id" | "type"> & { readonly sequence: number | null };
	readonly nowMs: number;
}

/** Returns a delivery that is due now. */
export const newDelivery = ({ orgId, webhookId, id, event, nowMs }: NewDelivery): WebhookDeliveryRow => ({
	orgId,
	id,
	webhookId,
	eventId: event.id,
	eventType: event.type,
	sequence: event.sequence,
	state: "pending",
	attempts: [],
	attemptCount: 0,
	tries: 0,
	nextAttemptAtMs: null,
	createdAtMs: nowMs,
	endedAtMs: null,
});
