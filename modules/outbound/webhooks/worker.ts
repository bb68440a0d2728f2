import type { EventRow, OrganizationRow, WebhookDeliveryRow, WebhookRow } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { findOrganizationRow } from "#modules/tenancy/organization-records";
import type { FollowerRun, FollowerWorker, RunEnd } from "#platform/followers";
import type { Core } from "#platform/module";
import { findEvent, listTypes } from "#platform/outbox";
import { isAboutWebhook, TEST_EVENT } from "./facts.ts";
import { findDue, releaseHeld } from "./repository/deliveries.ts";
import { webhooksOf } from "./repository/webhooks.ts";
import type { Send } from "./sender.ts";
import { createSettlement, type Part } from "./settlement.ts";
import { matches } from "./types.ts";
import type { DisabledReason } from "./values.ts";

/** Events whose types are looked through at once for one that a webhook wants. */
const LOOK_AHEAD = 200;
/** Events that a webhook does not want are passed over in memory, and stored as passed once there are so many. */
const STORE_PASSED = 100;
/** Longest time for which deliveries of an organization that is not open are held, in ms. */
const MAX_HELD_MS = 7 * DAY_MS;

/** Events that are sent while their organization is suspended, or about to be deleted. */
const SENT_WHILE_CLOSED = /^(?:org|billing|security|webhook)\./;
/** Events after which an organization may be open again. Every webhook looks at them, whatever it has chosen. */
const OPENING: ReadonlySet<string> = new Set(["org.resumed", "org.restored"]);

export interface WorkerDeps extends Pick<Core, "store" | "newId" | "clock"> {
	readonly send: Send;
	readonly disable: (run: FollowerRun, orgId: string, webhookId: string, reason: DisabledReason) => Promise<void>;
}

/** What a run works with. */
interface Work {
	readonly webhook: WebhookRow;
	readonly organization: OrganizationRow;
}

/** What is next in a log: an event that is wanted, or where there is none up to. */
type Next =
	/** `isLast`: nothing came after it when the log was read. */
	| { readonly event: EventRow; readonly isLast: boolean }
	| { readonly event: null; readonly passed: number; readonly isEnd: boolean };

/** Events that are looked for in a log. */
interface Search {
	/** Exclusive. */
	readonly after: number;
	readonly last: number;
	readonly isLookedFor: (type: string) => boolean;
}

/** Creates the worker of webhooks: one attempt in each run. */
export function createWebhookWorker({ store, newId, clock, send, disable }: WorkerDeps): FollowerWorker {
	const settlement = createSettlement({ store, newId, clock });

	/** Reads what a run works with; null: there is nothing to be done for the webhook. */
	async function begin({ orgId, id }: FollowerRun): Promise<Work | null> {
		const [webhook, organization] = await Promise.all([
			webhooksOf(store.db, orgId).find(id),
			findOrganizationRow(store.db, orgId),
		]);
		if (!webhook || webhook.disabledAtMs !== null || !organization || organization.state === "deleted") return null;
		return { webhook, organization };
	}

	/** Makes an attempt, and stores what has come of it. */
	async function attempt(run: FollowerRun, work: Work, event: EventRow, part: Part): Promise<RunEnd> {
		const result = await send({ ...work, event }, run.signal);
		const reason = await settlement.settle(run, { webhook: work.webhook, event, result, part });
		if (reason === null) return "more";
		await disable(run, run.orgId, run.id, reason);
		return "idle";
	}

	/** Returns the next event of a range that is looked for and not about the webhook; or up to where there is none. */
	async function nextEvent({ orgId, id }: WebhookRow, { after, last, isLookedFor }: Search): Promise<Next> {
		const types = await listTypes(store.db, { orgId, after, last, take: LOOK_AHEAD });
		const isEnd = types.length < LOOK_AHEAD;
		const passed = types.at(-1)?.sequence ?? after;
		for (const { sequence, type } of types) {
			if (!isLookedFor(type)) continue;
			const event = await findEvent(store.db, orgId, { sequence });
			if (event && !(isAboutWebhook(type) && event.object.id === id))
				return { event, isLast: isEnd && sequence === passed };
		}
		return { event: null, passed, isEnd };
	}

	/** Passes over events that a webhook does not want. */
	async function passOver(run: FollowerRun, passed: number, isEnd: boolean): Promise<RunEnd> {
		run.passOver(passed);
		if (passed - run.row.position >= STORE_PASSED)
			await store.writing("webhook.attempt").tx((tx) => run.settle(tx, { position: passed }));
		return isEnd ? "idle" : "more";
	}

	/** Sends the next event of a replay. */
	async function replay(run: FollowerRun, work: Work): Promise<RunEnd> {
		const { webhook } = work;
		const [from, to] = [webhook.replayFrom ?? 0, webhook.replayTo ?? 0];
		const next = await nextEvent(webhook, {
			after: from - 1,
			last: to,
			isLookedFor: (type) => isWantedBy(webhook, type),
		});
		if (next.event !== null) return attempt(run, work, next.event, "replay");
		await store.writing("webhook.attempt").tx(async (tx) => {
			await run.lock(tx);
			const rest = next.isEnd ? { replayFrom: null, replayTo: null } : { replayFrom: next.passed + 1 };
			await webhooksOf(tx, run.orgId).update(run.id, rest);
		});
		return "more";
	}

	return {
		log: "events",

		async forward(run) {
			const work = await begin(run);
			if (work === null) return "idle";
			const { webhook } = work;
			const next = await nextEvent(webhook, {
				after: run.position,
				last: Number.MAX_SAFE_INTEGER,
				isLookedFor: (type) => isWantedBy(webhook, type) || OPENING.has(type),
			});
			if (next.event === null) return passOver(run, next.passed, next.isEnd);
			const { event, isLast } = next;
			if (OPENING.has(event.type)) await free(run, work);
			if (!isWantedBy(webhook, event.type)) return passOver(run, event.sequence, isLast);
			if (!isOpenFor(work, event)) {
				await settlement.hold(run, webhook, event);
				return isLast ? "idle" : "more";
			}
			const end = await attempt(run, work, event, "new");
			// Whoever adds an event wakes the follower: only what was there already needs another run.
			return isLast ? "idle" : end;
		},

		async due(run) {
			const work = await begin(run);
			if (work === null) return "idle";
			const { webhook } = work;
			const delivery = await findDue(store.db, { orgId: run.orgId, webhookId: run.id }, clock.nowMs());
			if (delivery === undefined) {
				if (webhook.replayTo !== null && !run.row.isParked) return replay(run, work);
				await settlement.reschedule(run, webhook);
				return "idle";
			}
			const event = await findEvent(store.db, run.orgId, { id: delivery.eventId });
			if (event === undefined || isTooOld(delivery)) await settlement.skip(run, webhook, delivery);
			else if (isOpenFor(work, event)) return attempt(run, work, event, "due");
			else await settlement.postpone(run, webhook, delivery);
			return "more";
		},
	};

	/** Whether a delivery was held for too long. */
	function isTooOld({ sequence, attemptCount, createdAtMs }: WebhookDeliveryRow): boolean {
		return sequence !== null && attemptCount === 0 && clock.nowMs() - createdAtMs > MAX_HELD_MS;
	}

	/** Makes due what was held while the organization was closed. */
	async function free(run: FollowerRun, { webhook }: Work): Promise<void> {
		const of = { orgId: webhook.orgId, webhookId: webhook.id };
		await store.writing("webhook.attempt").tx(async (tx) => {
			await run.lock(tx);
			while ((await releaseHeld(tx, of, clock.nowMs())) > 0);
			await run.settle(tx, { dueAtMs: clock.nowMs() });
		});
	}
}

/** Whether a webhook has chosen events of a type; tests are sent to it by themselves. */
const isWantedBy = ({ eventTypes }: WebhookRow, type: string): boolean =>
	type !== TEST_EVENT && matches(eventTypes, type);

/** Whether an event may be sent in the state that the organization is in. */
const isOpenFor = ({ organization }: Work, { type }: EventRow): boolean =>
	organization.state === "active" || SENT_WHILE_CLOSED.test(type);
