import type { IntegrationRow } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import { AppError } from "#kernel/errors";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { pageRequest } from "#kernel/list";
import { type RequestContext, withoutKey } from "#kernel/request-context";
import { text } from "#kernel/texts";
import { adoptedBy, orphaned, orphanFew } from "#modules/identity/makers";
import { assertOn } from "#modules/tenancy/features";
import { assertOrganizationExists, lockWritableOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { OutboundError } from "#platform/outbound";
import type { Change, Fact } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { parseIntegration } from "./parse.ts";
import { fetchPlatformKeys } from "./platform-keys.ts";
import { integrationsOf, listIntegrations, oldestFirst } from "./repository.ts";
import {
	type CreateIntegrationRequest,
	type Integration,
	type Integration as IntegrationSchema,
	type IntegrationTest,
	integrationFields,
	type ListIntegrationsQuery,
	type UpdateIntegrationRequest,
} from "./schemas.ts";
import { MAX_INTEGRATIONS } from "./values.ts";
import { toIntegration } from "./view.ts";

export type IntegrationsService = ReturnType<typeof createIntegrationsService>;

/** Creates the service by which those who administer an organization connect other systems. */
export function createIntegrationsService(core: Core) {
	const { store, newId, unitOfWork, cursors, outbound, publicUrl } = core;
	const toView = (row: IntegrationRow): Integration => toIntegration(row, publicUrl);

	/** Does something with an integration under its lock. @throws `not_found` `purged` `state_conflict` */
	const withIntegration = <T>(
		context: RequestContext,
		orgId: string,
		id: string,
		work: (change: Change, row: IntegrationRow) => Promise<T>,
	): Promise<T> =>
		unitOfWork.run(
			context,
			async (change) => {
				await lockWritableOrganization(change.tx, orgId);
				const row = await integrationsOf(change.tx, orgId).lock(id);
				if (!row) throw integrationNotFound();
				return work(change, row);
			},
			{ storeOutcome: "plain" },
		);

	const parse = <R extends UpdateIntegrationRequest>(request: R): R => parseIntegration(outbound, request);

	/** Stores other values of an integration, and records it. */
	async function save(
		change: Change,
		row: IntegrationRow,
		values: Partial<IntegrationRow>,
		fact: Fact<typeof IntegrationSchema>,
	) {
		const revision = { version: row.version + 1, updatedAtMs: change.nowMs };
		const next = { ...row, ...values, ...revision };
		const changes = differencesBetween(toView(row), toView({ ...next, updatedAtMs: row.updatedAtMs }));
		if (changes.length === 0) return { data: toView(row), version: row.version };
		await integrationsOf(change.tx, row.orgId).update(row.id, { ...values, ...revision });
		change.record(row.orgId, fact, { id: row.id, object: toView(next), changes });
		return { data: toView(next), version: next.version };
	}

	return {
		parse,

		/**
		 * Returns a page of integrations, oldest first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, orgId: string, query: ListIntegrationsQuery) {
			const { makerState } = query;
			const request = pageRequest(cursors, query, integrationFields, { list: "integrations", orgId, makerState });
			await assertOrganizationExists(store.db, principal, orgId);
			return request.page(await listIntegrations(store.db, orgId, request, { makerState }), oldestFirst, toView);
		},

		/** Returns an integration. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, id: string, fields: string | undefined) {
			const select = integrationFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const row = await integrationsOf(store.db, orgId).find(id);
			if (!row) throw integrationNotFound();
			return { data: select(toView(row)), version: row.version, variant: fields ?? "" };
		},

		/**
		 * Creates an integration, which is active.
		 * @throws `validation_failed` `entitlement_required` `forbidden` `not_found` `purged` `state_conflict` `conflict`
		 */
		async create(
			context: RequestContext,
			orgId: string,
			request: CreateIntegrationRequest,
		): Promise<Versioned<Integration>> {
			const parsed = parse(request);
			return unitOfWork.run(
				context,
				async (change) => {
					const { tx, nowMs } = change;
					assertOn(await lockWritableOrganization(tx, orgId), "ltiIntegration");
					const others = await integrationsOf(tx, orgId).list(oldestFirst, { after: null, take: MAX_INTEGRATIONS });
					if (others.length >= MAX_INTEGRATIONS) throw tooManyIntegrations();
					const id = newId("int");
					const times = { createdAtMs: nowMs, updatedAtMs: nowMs };
					const row: IntegrationRow = {
						...parsed,
						...adoptedBy(change),
						orgId,
						id,
						state: "active",
						version: 1,
						...times,
					};
					await integrationsOf(tx, orgId).insert(row);
					change.record(orgId, facts["integration.create"], { id, object: toView(row) });
					return { data: toView(row), version: row.version };
				},
				{ storeOutcome: "plain" },
			);
		},

		/** Changes an integration. @throws `validation_failed` `not_found` `purged` `state_conflict` `precondition_failed` */
		async update(
			context: RequestContext,
			orgId: string,
			id: string,
			request: UpdateIntegrationRequest,
		): Promise<Versioned<Integration>> {
			const parsed = parse(request);
			return withIntegration(context, orgId, id, async (change, row) => {
				assertIfMatch(context.ifMatch, row.version);
				// Whom it lets in changes only once it is adopted; it can be disabled in any case.
				const { state, ...settings } = request;
				const isMore = state === "active" || Object.keys(settings).length > 0;
				if (row.makerState !== "active" && isMore) throw orphaned("integration");
				return save(change, row, parsed, facts["integration.update"]);
			});
		},

		/**
		 * Makes the caller responsible for an integration whose maker lost the right to it.
		 * @throws `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async adopt(context: RequestContext, orgId: string, id: string): Promise<Versioned<Integration>> {
			return withIntegration(context, orgId, id, async (change, row) => {
				assertIfMatch(context.ifMatch, row.version);
				return save(change, row, adoptedBy(change), facts["integration.adopt"]);
			});
		},

		/** Marks the integrations that their maker could no longer create, see modules/identity/makers. */
		orphan: orphanFew<IntegrationRow>({
			takes: "org:admin",
			list: (tx, orgId) => integrationsOf(tx, orgId).list(oldestFirst, { after: null, take: MAX_INTEGRATIONS }),
			mark: (change, row, makerState) => save(change, row, { makerState }, facts["integration.orphan"]),
		}),

		/** Deletes an integration: its links lead nowhere. @throws `not_found` `purged` `state_conflict` `precondition_failed` */
		async remove(context: RequestContext, orgId: string, id: string): Promise<void> {
			await withIntegration(context, orgId, id, async (change, row) => {
				assertIfMatch(context.ifMatch, row.version);
				await integrationsOf(change.tx, orgId).remove(id);
				change.record(orgId, facts["integration.delete"], { id, object: toView(row) });
			});
		},

		/** Fetches the keys of the platform, and says what has come of it. @throws `not_found` `purged` `state_conflict` */
		async test(context: RequestContext, orgId: string, id: string): Promise<IntegrationTest> {
			return unitOfWork.once(
				context,
				async () => {
					const jwksUri = await withIntegration(withoutKey(context), orgId, id, async (change, row) => {
						change.record(orgId, facts["integration.test"], { id });
						return row.jwksUri;
					});
					const startedMs = performance.now();
					const outcome = await fetchPlatformKeys(outbound, jwksUri, context.signal).then(
						({ length }) => ({ ok: true, keys: length, failure: null }),
						(error: unknown) => ({ ok: false, keys: null, failure: reasonOf(error) }),
					);
					return { ...outcome, durationMs: Math.round(performance.now() - startedMs) };
				},
				"plain",
			);
		},
	};
}

/** Returns why no keys were fetched, as it is reported to who administers the organization. */
function reasonOf(error: unknown): string {
	if (error instanceof OutboundError) return error.message;
	if (error instanceof DOMException && error.name === "TimeoutError") return "There was no response within 5 s.";
	const text = error instanceof Error ? error.message : String(error);
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns the error for an integration that the organization does not have. */
const integrationNotFound = () => new AppError("not_found", "The organization has no such integration.");

/** Returns the error for one integration too many. */
const tooManyIntegrations = () =>
	new AppError("conflict", text("An organization has at most {most} integrations.", { most: MAX_INTEGRATIONS }), {
		meta: { max: MAX_INTEGRATIONS },
	});
