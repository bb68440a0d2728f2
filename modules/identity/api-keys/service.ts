import type { ApiKeyRow } from "#db/schema";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { type Scope, withImplied } from "#kernel/scopes";
import { sha256Hex } from "#kernel/secrets";
import { adoptedBy, orphaned } from "#modules/identity/makers";
import { assertOrganizationExists, lockWritableOrganization } from "#modules/tenancy/organization-records";
import { assertMayGrant, type Grantor, keyRightsLost } from "#modules/tenancy/permissions";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { keyNotFound, personRequired } from "./errors.ts";
import { facts } from "./facts.ts";
import { hintOf, newKey } from "./key.ts";
import { parseKeyRequest } from "./parse.ts";
import { apiKeysOf, listApiKeys, oldestFirst, readApiKeysOf } from "./repository.ts";
import { creationOf, differencesOf, saveKey } from "./save.ts";
import {
	type ApiKey,
	apiKeyFields,
	type CreateApiKeyRequest,
	type IssuedApiKey,
	type ListApiKeysQuery,
	type RotateApiKeyRequest,
	type UpdateApiKeyRequest,
} from "./schemas.ts";
import { toApiKey } from "./view.ts";

/** Whether a change grants a key more scopes, networks or time. An empty list of networks means any. */
function widensAccess(row: ApiKeyRow, { scopes, allowedIps, expiresAtMs }: Partial<ApiKeyRow>): boolean {
	const never = Number.POSITIVE_INFINITY;
	const isAllowed = (network: string) => row.allowedIps.length === 0 || row.allowedIps.includes(network);
	const liftsNetworks = allowedIps !== undefined && allowedIps.length === 0 && row.allowedIps.length > 0;
	return (
		scopes?.some((scope) => !row.scopes.includes(scope)) === true ||
		liftsNetworks ||
		allowedIps?.some((network) => !isAllowed(network)) === true ||
		(expiresAtMs !== undefined && (expiresAtMs ?? never) > (row.expiresAtMs ?? never))
	);
}

const keyGrantor = (scopes: readonly Scope[]): Grantor => ({
	kind: "service",
	role: null,
	scopes: withImplied(scopes),
	system: false,
});

export type ApiKeysDeps = Pick<Core, "store" | "clock" | "newId" | "unitOfWork" | "cursors">;

export type ApiKeysService = ReturnType<typeof createApiKeysService>;

/** Creates the service by which members of an organization manage its API keys. */
export function createApiKeysService({ store, clock, newId, unitOfWork, cursors }: ApiKeysDeps) {
	/** Revokes or marks what a key has made and could no longer make. */
	async function loseRights(change: Change, { orgId, id: userId }: ApiKeyRow, scopes: readonly Scope[] | null) {
		const outcome = scopes === null ? "removed" : "demoted";
		await change.reach(keyRightsLost, { orgId, userId, outcome, remaining: keyGrantor(scopes ?? []) });
	}

	/** Changes a key under its lock. @throws `not_found` `purged` `state_conflict` `precondition_failed` */
	async function changeKey<T>(
		context: RequestContext,
		orgId: string,
		keyId: string,
		work: (change: Change, row: ApiKeyRow) => Promise<T>,
	): Promise<T> {
		return unitOfWork.run(context, async (change) => {
			assertPerson(change.principal);
			await lockWritableOrganization(change.tx, orgId);
			const row = await apiKeysOf(change.tx, orgId).lock(keyId);
			if (!row) throw keyNotFound();
			assertIfMatch(context.ifMatch, row.version);
			return work(change, row);
		});
	}

	const parse = <R extends CreateApiKeyRequest | UpdateApiKeyRequest>(request: R) =>
		parseKeyRequest(request, clock.nowMs());

	return {
		parse,

		/**
		 * Returns a page of keys, oldest first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, orgId: string, query: ListApiKeysQuery) {
			const { makerState } = query;
			const request = pageRequest(cursors, query, apiKeyFields, { list: "api-keys", orgId, makerState });
			await assertOrganizationExists(store.db, principal, orgId);
			const rows = await listApiKeys(store.db, orgId, request, { makerState });
			return request.page(rows, oldestFirst, toApiKey);
		},

		/** Returns a key. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, keyId: string, fields: string | undefined) {
			const select = apiKeyFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const row = await readApiKeysOf(store.db, orgId).find(keyId);
			if (!row) throw keyNotFound();
			// Its last use is stored without a new version.
			return { data: select(toApiKey(row)), version: row.version, variant: `${row.lastUsedAtMs} ${fields ?? ""}` };
		},

		/**
		 * Creates a key and returns it, this once.
		 * @throws `validation_failed` `forbidden` `insufficient_scope` `not_found` `purged` `state_conflict`
		 */
		async create(context: RequestContext, orgId: string, request: CreateApiKeyRequest): Promise<IssuedApiKey> {
			const { name, allowedIps, expiresAtMs, scopes } = parse(request);
			return unitOfWork.run(context, async (change) => {
				assertPerson(change.principal);
				assertMayGrant(change.principal, scopes);
				await lockWritableOrganization(change.tx, orgId);
				const key = newKey(orgId);
				const row: ApiKeyRow = {
					orgId,
					id: newId("key"),
					name,
					keyHash: sha256Hex(key),
					hint: hintOf(key),
					previousHash: null,
					previousExpiresAtMs: null,
					scopes,
					allowedIps: allowedIps ?? [],
					createdBy: change.principal.id,
					makerState: "active",
					expiresAtMs: expiresAtMs ?? null,
					lastUsedAtMs: null,
					revokedAtMs: null,
					version: 1,
					createdAtMs: change.nowMs,
					updatedAtMs: change.nowMs,
				};
				await apiKeysOf(change.tx, orgId).insert(row);
				const object = toApiKey(row);
				const changes = creationOf(object);
				change.record(orgId, facts["api_key.create"], { id: row.id, object, changes });
				return { ...object, key };
			});
		},

		/**
		 * Changes the name or the restrictions of a key. The caller needs its scopes; an orphaned key cannot be widened.
		 * @throws `validation_failed` `forbidden` `insufficient_scope` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async update(
			context: RequestContext,
			orgId: string,
			keyId: string,
			request: UpdateApiKeyRequest,
		): Promise<Versioned<ApiKey>> {
			const values = parse(request);
			return changeKey(context, orgId, keyId, async (change, row) => {
				assertMayGrant(change.principal, [...row.scopes, ...(values.scopes ?? [])]);
				if (row.makerState !== "active" && widensAccess(row, values)) throw orphaned("key");
				const differences = differencesOf(row, values);
				if (differences.length === 0) return { data: toApiKey(row), version: row.version };
				const next = await saveKey(change, row, values, facts["api_key.update"], differences);
				await loseRights(change, next, next.scopes);
				return { data: toApiKey(next), version: next.version };
			});
		},

		/**
		 * Makes the caller responsible for a key whose maker lost the right to it.
		 * @throws `forbidden` `insufficient_scope` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async adopt(context: RequestContext, orgId: string, keyId: string): Promise<Versioned<ApiKey>> {
			return changeKey(context, orgId, keyId, async (change, row) => {
				assertMayGrant(change.principal, row.scopes);
				const values = adoptedBy(change);
				const differences = differencesOf(row, values);
				if (differences.length === 0) return { data: toApiKey(row), version: row.version };
				const next = await saveKey(change, row, values, facts["api_key.adopt"], differences);
				return { data: toApiKey(next), version: next.version };
			});
		},

		/**
		 * Replaces the secret of a key. The previous one works for `graceSeconds`, older ones no more. The caller becomes
		 * responsible for the key, since they see it.
		 * @throws `forbidden` `insufficient_scope` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async rotate(
			context: RequestContext,
			orgId: string,
			keyId: string,
			{ graceSeconds = 0 }: RotateApiKeyRequest,
		): Promise<Versioned<IssuedApiKey>> {
			return changeKey(context, orgId, keyId, async (change, row) => {
				// The caller gets to see the key.
				assertMayGrant(change.principal, row.scopes);
				const key = newKey(orgId);
				const values = {
					...adoptedBy(change),
					keyHash: sha256Hex(key),
					hint: hintOf(key),
					previousHash: graceSeconds > 0 ? row.keyHash : null,
					previousExpiresAtMs: graceSeconds > 0 ? change.nowMs + graceSeconds * 1000 : null,
				} as const;
				const differences = differencesOf(row, values);
				const next = await saveKey(change, row, values, facts["api_key.rotate"], differences);
				return { data: { ...toApiKey(next), key }, version: next.version };
			});
		},

		/**
		 * Revokes a key, including its previous secret.
		 * @throws `forbidden` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async revoke(context: RequestContext, orgId: string, keyId: string): Promise<void> {
			await changeKey(context, orgId, keyId, async (change, row) => {
				const values = { revokedAtMs: change.nowMs, previousHash: null, previousExpiresAtMs: null };
				await saveKey(change, row, values, facts["api_key.revoke"], []);
				await loseRights(change, row, null);
			});
		},
	};
}

/** @throws `forbidden` */
function assertPerson({ kind }: Principal): void {
	if (kind === "service") throw personRequired();
}
