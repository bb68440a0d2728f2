import type { WebhookRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import { differencesBetween } from "#kernel/differences";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { adoptedBy, orphaned, orphanFew } from "#modules/identity/makers";
import { assertOrganizationExists, lockWritableOrganization } from "#modules/tenancy/organization-records";
import { payloadMode } from "#platform/compliance";
import type { Core } from "#platform/module";
import { newSigningSecret } from "#platform/outbound";
import type { Change, Fact } from "#platform/unit-of-work";
import { tooManyWebhooks, webhookNotFound } from "./errors.ts";
import { facts } from "./facts.ts";
import { assertPayload, createWebhookParser, headerColumns, type ParserDeps } from "./parse.ts";
import { hasten } from "./repository/deliveries.ts";
import { countWebhooks, listWebhooks, oldestFirst, webhooksOf } from "./repository/webhooks.ts";
import {
	type ListWebhooksQuery,
	type RegisteredWebhook,
	type RegisterWebhookRequest,
	type RotateSecretRequest,
	type UpdateWebhookRequest,
	type Webhook,
	type WebhookSummary,
	webhookFields,
} from "./schemas.ts";
import { aadOf } from "./secrets.ts";
import { MAX_WEBHOOKS } from "./values.ts";
import { type FollowedWebhook, toSummary, toWebhook } from "./view.ts";

/** Time for which both secrets sign unless the request says otherwise, in seconds. */
const DEFAULT_GRACE_SECONDS = 86_400;

export type WebhooksService = ReturnType<typeof createWebhooksService>;

/** Creates the service by which those who administer an organization manage its webhooks. */
export function createWebhooksService(core: Core & Pick<ParserDeps, "types">) {
	const { store, newId, unitOfWork, cursors, vault, followers } = core;
	const parse = createWebhookParser(core);

	async function withFollower(row: WebhookRow): Promise<FollowedWebhook> {
		const [follower] = await followers.list(row.orgId, [row.id]);
		return { row, follower };
	}

	/**
	 * Changes a webhook under its lock, and records it.
	 * @throws `not_found` `purged` `state_conflict` `precondition_failed`
	 */
	function changeWebhook<T>(
		context: RequestContext,
		orgId: string,
		id: string,
		work: (change: Change, row: WebhookRow) => Promise<T>,
	): Promise<T> {
		return unitOfWork.run(context, async (change) => {
			const row = await lockWebhook(change.tx, orgId, id);
			assertIfMatch(context.ifMatch, row.version);
			return work(change, row);
		});
	}

	/** Stores other values of a webhook, and returns it. */
	async function save(change: Change, row: WebhookRow, values: Partial<WebhookRow>, fact: Fact<typeof WebhookSummary>) {
		const { orgId, id } = row;
		const rest = { version: row.version + 1, updatedAtMs: change.nowMs };
		await webhooksOf(change.tx, orgId).update(id, { ...values, ...rest });
		const next = { ...row, ...values, ...rest };
		const [object, changes] = [toSummary(next), differencesBetween(toSummary(row), toSummary(next))];
		change.record(orgId, fact, { id, object, ...(changes.length > 0 && { changes }) });
		const follower = await followers.lock(change.tx, orgId, id);
		return { data: toWebhook({ row: next, follower }), version: next.version };
	}

	return {
		parse,

		/**
		 * Returns a page of webhooks, oldest first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, orgId: string, query: ListWebhooksQuery) {
			const { makerState } = query;
			const request = pageRequest(cursors, query, webhookFields, { list: "webhooks", orgId, makerState });
			await assertOrganizationExists(store.db, principal, orgId);
			const rows = await listWebhooks(store.db, orgId, request, { makerState });
			const found = await followers.list(
				orgId,
				rows.map(({ id }) => id),
			);
			return request.page(rows, oldestFirst, (row) =>
				toWebhook({ row, follower: found.find(({ id }) => id === row.id) }),
			);
		},

		/** Returns a webhook. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, id: string, fields: string | undefined) {
			const select = webhookFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const webhook = await withFollower(await findWebhook(store.db, orgId, id));
			const { failures = 0, failingSinceMs = null } = webhook.follower ?? {};
			// How it fares is stored without a new version.
			const variant = `${failures} ${failingSinceMs} ${fields ?? ""}`;
			return { data: select(toWebhook(webhook)), version: webhook.row.version, variant };
		},

		/**
		 * Registers a webhook, and returns it with its secret, this once. It gets what happens from now on.
		 * @throws `validation_failed` `compliance_violation` `not_found` `purged` `state_conflict` `conflict`
		 */
		async register(
			context: RequestContext,
			orgId: string,
			request: RegisterWebhookRequest,
		): Promise<Versioned<RegisteredWebhook>> {
			const { url = "", description = null, eventTypes = null, payload, headers = null } = parse(request);
			return unitOfWork.run(context, async (change) => {
				const { tx, nowMs } = change;
				const organization = await lockWritableOrganization(tx, orgId);
				assertPayload(organization, payload);
				if ((await countWebhooks(tx, orgId)) >= MAX_WEBHOOKS) throw tooManyWebhooks();
				const id = newId("whk");
				const secret = newSigningSecret();
				const row: WebhookRow = {
					orgId,
					id,
					url,
					description,
					eventTypes: eventTypes && [...eventTypes],
					payload: payload ?? payloadMode(organization),
					...headerColumns(vault, { orgId, id }, headers),
					secretSealed: vault.seal(secret, aadOf("secretSealed", { orgId, id })),
					previousSecretSealed: null,
					previousExpiresAtMs: null,
					disabledReason: null,
					disabledAtMs: null,
					replayFrom: null,
					replayTo: null,
					...adoptedBy(change),
					version: 1,
					createdAtMs: nowMs,
					updatedAtMs: nowMs,
				};
				const position = await followers.headOf(tx, orgId, "events");
				await followers.add(tx, { orgId, id, kind: "webhook", position });
				await webhooksOf(tx, orgId).insert(row);
				change.record(orgId, facts["webhook.register"], { id, object: toSummary(row) });
				return { data: { ...toWebhook({ row, follower: undefined }), secret }, version: row.version };
			});
		},

		/**
		 * Changes a webhook. @throws `validation_failed` `compliance_violation` `not_found` `purged` `state_conflict`
		 * `precondition_failed`
		 */
		async update(
			context: RequestContext,
			orgId: string,
			id: string,
			request: UpdateWebhookRequest,
		): Promise<Versioned<Webhook>> {
			const { headers, ...parsed } = parse(request);
			return unitOfWork.run(context, async (change) => {
				const organization = await lockWritableOrganization(change.tx, orgId);
				assertPayload(organization, parsed.payload);
				const row = await webhooksOf(change.tx, orgId).lock(id);
				if (!row) throw webhookNotFound();
				assertIfMatch(context.ifMatch, row.version);
				if (row.makerState !== "active" && CONTROLLED.some((name) => request[name] !== undefined))
					throw orphaned("webhook");
				const values = { ...parsed, ...(headers !== undefined && headerColumns(vault, row, headers)) };
				const isSame = Object.entries(values).every(
					([name, value]) => JSON.stringify(value) === JSON.stringify(row[name as keyof WebhookRow]),
				);
				if (isSame) {
					const follower = await followers.lock(change.tx, orgId, id);
					return { data: toWebhook({ row, follower }), version: row.version };
				}
				return save(change, row, values, facts["webhook.update"]);
			});
		},

		/**
		 * Replaces the secret of a webhook. The one before signs as well for a while; older ones no more.
		 * @throws `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async rotate(
			context: RequestContext,
			orgId: string,
			id: string,
			{ gracePeriodSeconds = DEFAULT_GRACE_SECONDS }: RotateSecretRequest,
		): Promise<Versioned<RegisteredWebhook>> {
			return changeWebhook(context, orgId, id, async (change, row) => {
				const secret = newSigningSecret();
				const isBoth = gracePeriodSeconds > 0 && row.secretSealed !== null;
				const values = {
					// The caller sees the secret.
					...adoptedBy(change),
					secretSealed: vault.seal(secret, aadOf("secretSealed", row)),
					previousSecretSealed: isBoth ? row.secretSealed : null,
					previousExpiresAtMs: isBoth ? change.nowMs + gracePeriodSeconds * 1_000 : null,
				};
				const { data, version } = await save(change, row, values, facts["webhook.rotate_secret"]);
				return { data: { ...data, secret }, version };
			});
		},

		/**
		 * Makes the caller responsible for a webhook whose maker lost the right to it.
		 * @throws `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async adopt(context: RequestContext, orgId: string, id: string): Promise<Versioned<Webhook>> {
			return changeWebhook(context, orgId, id, async (change, row) => {
				const values = adoptedBy(change);
				if (row.makerState === "active" && row.createdBy === values.createdBy) {
					const follower = await followers.lock(change.tx, orgId, id);
					return { data: toWebhook({ row, follower }), version: row.version };
				}
				return save(change, row, values, facts["webhook.adopt"]);
			});
		},

		/** Marks the webhooks that their maker could no longer register, see modules/identity/makers. */
		orphan: orphanFew<WebhookRow>({
			takes: "org:admin",
			list: (tx, orgId) => webhooksOf(tx, orgId).list(oldestFirst, { after: null, take: MAX_WEBHOOKS }),
			mark: (change, row, makerState) => save(change, row, { makerState }, facts["webhook.orphan"]),
		}),

		/**
		 * Enables a webhook that is disabled or failing: what has failed is tried at once, and what waits for it is sent, each
		 * in order.
		 * @throws `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async enable(context: RequestContext, orgId: string, id: string): Promise<Versioned<Webhook>> {
			return changeWebhook(context, orgId, id, async (change, row) => {
				const healthy = { isActive: true, isParked: false, failures: 0, failingSinceMs: null, dueAtMs: change.nowMs };
				await followers.update(change.tx, orgId, id, healthy);
				await hasten(change.tx, { orgId, webhookId: id }, change.nowMs);
				change.afterCommit(() => followers.wake(orgId));
				if (row.disabledAtMs !== null)
					return save(change, row, { disabledAtMs: null, disabledReason: null }, facts["webhook.enable"]);
				const follower = await followers.lock(change.tx, orgId, id);
				return { data: toWebhook({ row, follower }), version: row.version };
			});
		},

		/** Deletes a webhook; nothing is sent to it any more. @throws `not_found` `purged` `state_conflict` `precondition_failed` */
		async remove(context: RequestContext, orgId: string, id: string): Promise<void> {
			await changeWebhook(context, orgId, id, async (change, row) => {
				await webhooksOf(change.tx, orgId).remove(id);
				await followers.remove(change.tx, orgId, id);
				change.record(orgId, facts["webhook.delete"], { id, object: toSummary(row) });
			});
		},
	};
}

/** What of an orphaned webhook changes only once it is adopted: where it sends, and what. */
const CONTROLLED = ["url", "eventTypes", "payload", "headers"] as const;

/** Returns a webhook. @throws `not_found` */
export async function findWebhook(db: ReadDb, orgId: string, id: string): Promise<WebhookRow> {
	const row = await webhooksOf(db, orgId).find(id);
	if (!row) throw webhookNotFound();
	return row;
}

/** Returns a webhook, locked after its organization. @throws `not_found` `purged` `state_conflict` */
export async function lockWebhook(tx: Db, orgId: string, id: string): Promise<WebhookRow> {
	await lockWritableOrganization(tx, orgId);
	const row = await webhooksOf(tx, orgId).lock(id);
	if (!row) throw webhookNotFound();
	return row;
}
