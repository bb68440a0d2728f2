import { and, asc, eq, isNotNull, lte, or, sql } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { deletePortion, isInPortion } from "#db/portions";
import { type WebhookDeliveryRow, webhookDeliveries } from "#db/schema";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantList, tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";
import type { ShownDeliveryState } from "../values.ts";

/** Order of the list. */
export const newestFirst = keyset("desc", { createdAtMs: webhookDeliveries.createdAtMs, id: webhookDeliveries.id });

/** The deliveries of one organization. */
export const deliveriesOf = tenantRows(webhookDeliveries);

type Filters = { readonly webhookId: string; readonly state: ShownDeliveryState | undefined };
const list = tenantList(webhookDeliveries, newestFirst, ({ webhookId, state }: Bound<Filters>) =>
	and(eq(webhookDeliveries.webhookId, webhookId), state && eq(webhookDeliveries.state, state)),
);
const listWaiting = tenantList(webhookDeliveries, newestFirst, ({ webhookId }: Bound<Pick<Filters, "webhookId">>) =>
	and(
		eq(webhookDeliveries.webhookId, webhookId),
		or(sql`${webhookDeliveries.state} = 'pending'`, sql`${webhookDeliveries.state} = 'held'`),
	),
);

/** Returns a slice of the deliveries of a webhook, {@link newestFirst}; `pending` includes those that are held. */
export const listDeliveries = (
	db: ReadDb,
	orgId: string,
	{ webhookId, state }: Filters,
	slice: Slice,
): Promise<WebhookDeliveryRow[]> =>
	state === "pending" ? listWaiting(db, orgId, slice, { webhookId }) : list(db, orgId, slice, { webhookId, state });

type OfWebhook = { readonly orgId: string; readonly webhookId: string };
const isOf = ({ orgId, webhookId }: Bound<OfWebhook>) =>
	and(eq(webhookDeliveries.orgId, orgId), eq(webhookDeliveries.webhookId, webhookId));

const byEvent = readRows((db, { orgId, eventId }: Bound<{ orgId: string; eventId: string }>) =>
	db
		.select()
		.from(webhookDeliveries)
		.where(and(eq(webhookDeliveries.orgId, orgId), eq(webhookDeliveries.eventId, eventId))),
);

/** Returns the delivery of an event to a webhook; undefined before its first attempt. */
export async function findByEvent(
	db: ReadDb,
	{ orgId, webhookId }: OfWebhook,
	eventId: string,
): Promise<WebhookDeliveryRow | undefined> {
	// One for each webhook, 20 at most. Asked for that of one webhook, Postgres may read all that this one has.
	const deliveries = await byEvent(db, { orgId, eventId });
	return deliveries.find((delivery) => delivery.webhookId === webhookId);
}

const isScheduled = isNotNull(webhookDeliveries.nextAttemptAtMs);
const earliestDue = readRow((db, { nowMs, ...of }: Bound<OfWebhook & { nowMs: number }>) =>
	db
		.select()
		.from(webhookDeliveries)
		.where(and(isOf(of), isScheduled, lte(webhookDeliveries.nextAttemptAtMs, nowMs)))
		.orderBy(asc(webhookDeliveries.nextAttemptAtMs), asc(webhookDeliveries.sequence))
		.limit(1),
);

/** Returns the delivery of a webhook that has been due for longest; undefined when none is. */
export const findDue = (db: ReadDb, of: OfWebhook, nowMs: number): Promise<WebhookDeliveryRow | undefined> =>
	earliestDue(db, { ...of, nowMs });

const earliest = readRow((db, of: Bound<OfWebhook>) =>
	db
		.select({ atMs: webhookDeliveries.nextAttemptAtMs })
		.from(webhookDeliveries)
		.where(and(isOf(of), isScheduled))
		.orderBy(asc(webhookDeliveries.nextAttemptAtMs))
		.limit(1),
);

/** Returns when the next attempt of a webhook that is not the first of its event is due; null: there is none. */
export const nextAttemptAtMs = async (db: ReadDb, of: OfWebhook): Promise<number | null> =>
	(await earliest(db, of))?.atMs ?? null;

/** Number of held deliveries that become due at once. */
const HELD_AT_ONCE = 500;
const release = write((tx, { nowMs, ...of }: Bound<OfWebhook & { nowMs: number }>) => {
	const isHeld = and(isOf(of), sql`${webhookDeliveries.state} = 'held'`);
	return tx
		.update(webhookDeliveries)
		.set({ state: "pending", nextAttemptAtMs: nowMs })
		.where(
			and(
				eq(webhookDeliveries.orgId, of.orgId),
				// Deliveries begin in the order of their events; the index has them in this one.
				isInPortion(tx, webhookDeliveries, webhookDeliveries.id, isHeld, HELD_AT_ONCE, [
					asc(webhookDeliveries.createdAtMs),
					asc(webhookDeliveries.id),
				]),
			),
		);
});

/** Makes up to 500 deliveries due that were held, the first ones, and returns their number. */
export const releaseHeld = (tx: Db, of: OfWebhook, nowMs: number): Promise<number> => release(tx, { ...of, nowMs });

/** Number of deliveries that are tried at once when somebody says that the receiver is back. */
const HASTENED_AT_ONCE = 500;
const hastenScheduled = write((tx, { nowMs, ...of }: Bound<OfWebhook & { nowMs: number }>) =>
	tx
		.update(webhookDeliveries)
		.set({ tries: 0, nextAttemptAtMs: nowMs })
		.where(
			and(
				eq(webhookDeliveries.orgId, of.orgId),
				isInPortion(tx, webhookDeliveries, webhookDeliveries.id, and(isOf(of), isScheduled), HASTENED_AT_ONCE, [
					asc(webhookDeliveries.nextAttemptAtMs),
					asc(webhookDeliveries.sequence),
				]),
			),
		),
);

/** Makes up to 500 deliveries due that were to be tried again later, and begins their schedules anew. */
export async function hasten(tx: Db, of: OfWebhook, nowMs: number): Promise<void> {
	await hastenScheduled(tx, { ...of, nowMs });
}

/** Deletes up to `limit` deliveries that began at or before an instant, and returns their number. */
export const deleteOld = (acrossTenants: Db, createdAtMs: number, limit: number): Promise<number> =>
	deletePortion(
		acrossTenants,
		webhookDeliveries,
		[webhookDeliveries.orgId, webhookDeliveries.id],
		lte(webhookDeliveries.createdAtMs, createdAtMs),
		limit,
	);
