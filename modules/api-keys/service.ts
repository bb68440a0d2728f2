import type { ApiKeyRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { Cursors } from "#kernel/cursor";
import { differencesBetween, type FieldChange } from "#kernel/differences";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import type { NewId } from "#kernel/ids";
import { pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { sha256Hex } from "#kernel/secrets";
import { findOrganization, lockWritableOrganization } from "#modules/organizations";
import { assertMayGrant, type Grantor, mayGrant } from "#modules/permissions";
import type { Change, Fact, UnitOfWork } from "#platform/unit-of-work";
import { keyNotFound, keyOrphaned, personRequired } from "./errors.ts";
import { facts } from "./facts.ts";
import { hintOf, newKey } from "./key.ts";
import { parseKeyRequest } from "./parse.ts";
import { keyGrantor, widensAccess } from "./privileges.ts";
import { apiKeysOf, oldestFirst, readApiKeysOf } from "./repository.ts";
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

/** What {@link createApiKeysService} is made of. */
export interface ApiKeysDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly unitOfWork: UnitOfWork;
	readonly cursors: Cursors;
	/** Withdraws what somebody, here a key, offered and may no longer give. */
	readonly revokeInvitations: (
		change: Change,
		by: { readonly orgId: string; readonly userId: string; readonly remaining: Grantor },
	) => Promise<void>;
}

/** A member who may do less than before: what became of them, and what they still hold. */
export interface DemotedMaker {
	readonly orgId: string;
	readonly userId: string;
	readonly outcome: "demoted" | "removed";
	readonly remaining: Grantor;
}

/** See {@link createApiKeysService}. */
export type ApiKeysService = ReturnType<typeof createApiKeysService>;

/** The keys of service accounts: made, shown, narrowed, replaced and revoked by people of the organization. */
export function createApiKeysService({ store, clock, newId, unitOfWork, cursors, revokeInvitations }: ApiKeysDeps) {
	/** Changes one key, held until the transaction ends. @throws `not_found` `purged` `state_conflict` `precondition_failed` */
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

	/** Stores the next version of a key and tells of it; what was cached of the key is dropped. */
	async function save(
		change: Change,
		row: ApiKeyRow,
		values: Partial<ApiKeyRow>,
		fact: Fact<typeof ApiKey>,
		changes: readonly FieldChange[],
	): Promise<ApiKeyRow> {
		const marks = { version: row.version + 1, updatedAtMs: change.nowMs };
		await apiKeysOf(change.tx, row.orgId).update(row.id, { ...values, ...marks });
		const next = { ...row, ...values, ...marks };
		change.invalidate(row.id);
		change.record(row.orgId, fact, { id: row.id, object: toApiKey(next), changes });
		return next;
	}

	return {
		/** A page of keys, oldest first. @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields` */
		async list(orgId: string, query: ListApiKeysQuery) {
			const makerState = query.makerState ?? null;
			const request = pageRequest(cursors, query, apiKeyFields, { list: "api-keys", orgId, makerState });
			await findOrganization(store.db, orgId);
			const rows = await readApiKeysOf(store.db, orgId).list(makerState, request);
			return request.page(rows, oldestFirst, toApiKey);
		},

		/** One key. @throws `not_found` `purged` `invalid_fields` */
		async get(orgId: string, keyId: string, fields: string | undefined) {
			const show = apiKeyFields.parse(fields);
			await findOrganization(store.db, orgId);
			const row = await readApiKeysOf(store.db, orgId).find(keyId);
			if (!row) throw keyNotFound();
			// Its last use is noted without a new version.
			return { data: show(toApiKey(row)), version: row.version, variant: `${row.lastUsedAtMs} ${fields ?? ""}` };
		},

		/** Makes a key, shown this once. @throws `validation_failed` `forbidden` `insufficient_scope` `not_found` `purged` `state_conflict` */
		async create(context: RequestContext, orgId: string, request: CreateApiKeyRequest): Promise<IssuedApiKey> {
			const { name, allowedIps, expiresAtMs, scopes } = parseKeyRequest(request, clock.nowMs());
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
				const changes = differencesBetween({}, object, AUDITED_MEMBERS);
				change.record(orgId, facts["api_key.create"], { id: row.id, object, changes });
				return { ...object, key };
			});
		},

		/**
		 * Renames, narrows or widens a key; nobody touches one that may do more than they, nor widens one that nobody answers for.
		 * @throws `validation_failed` `forbidden` `insufficient_scope` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async update(
			context: RequestContext,
			orgId: string,
			keyId: string,
			request: UpdateApiKeyRequest,
		): Promise<Versioned<ApiKey>> {
			const values = parseKeyRequest(request, clock.nowMs());
			return changeKey(context, orgId, keyId, async (change, row) => {
				assertMayGrant(change.principal, [...row.scopes, ...(values.scopes ?? [])]);
				if (row.makerState !== "active" && widensAccess(row, values)) throw keyOrphaned();
				const differences = differencesOf(row, values);
				if (differences.length === 0) return { data: toApiKey(row), version: row.version };
				const next = await save(change, row, values, facts["api_key.update"], differences);
				await revokeInvitations(change, { orgId, userId: keyId, remaining: keyGrantor(next.scopes) });
				return { data: toApiKey(next), version: next.version };
			});
		},

		/**
		 * Takes the responsibility for a key over from its maker, who lost the right to it.
		 * @throws `forbidden` `insufficient_scope` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async adopt(context: RequestContext, orgId: string, keyId: string): Promise<Versioned<ApiKey>> {
			return changeKey(context, orgId, keyId, async (change, row) => {
				assertMayGrant(change.principal, row.scopes);
				const values = { createdBy: change.principal.id, makerState: "active" } as const;
				const differences = differencesOf(row, values);
				if (differences.length === 0) return { data: toApiKey(row), version: row.version };
				const next = await save(change, row, values, facts["api_key.adopt"], differences);
				return { data: toApiKey(next), version: next.version };
			});
		},

		/**
		 * Marks, within the change, the keys somebody made and could no longer make. They go on, since services must not stop
		 * when a person leaves, but they may do no more than before, and somebody else has to answer for them.
		 */
		async orphan(change: Change, { orgId, userId, outcome, remaining }: DemotedMaker): Promise<void> {
			const mayMakeKeys = outcome !== "removed" && remaining.scopes.has("apikey:admin");
			for (const row of await apiKeysOf(change.tx, orgId).listMadeBy(userId)) {
				if (row.makerState === outcome || (mayMakeKeys && mayGrant(remaining, row.scopes))) continue;
				const values = { makerState: outcome };
				const differences = differencesOf(row, values);
				await save(change, row, values, facts["api_key.orphan"], differences);
			}
		},

		/**
		 * Replaces the key itself; the one before works for the grace, one from before that no more. Who rotates a key has seen
		 * it, and so answers for it from then on.
		 * @throws `forbidden` `insufficient_scope` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async rotate(
			context: RequestContext,
			orgId: string,
			keyId: string,
			{ graceSeconds = 0 }: RotateApiKeyRequest,
		): Promise<Versioned<IssuedApiKey>> {
			return changeKey(context, orgId, keyId, async (change, row) => {
				// Whoever rotates a key holds it.
				assertMayGrant(change.principal, row.scopes);
				const key = newKey(orgId);
				const values = {
					createdBy: change.principal.id,
					makerState: "active",
					keyHash: sha256Hex(key),
					hint: hintOf(key),
					previousHash: graceSeconds > 0 ? row.keyHash : null,
					previousExpiresAtMs: graceSeconds > 0 ? change.nowMs + graceSeconds * 1000 : null,
				} as const;
				const differences = differencesOf(row, values);
				const next = await save(change, row, values, facts["api_key.rotate"], differences);
				return { data: { ...toApiKey(next), key }, version: next.version };
			});
		},

		/** Revokes a key, the one before its last rotation too. @throws `forbidden` `not_found` `purged` `state_conflict` `precondition_failed` */
		async revoke(context: RequestContext, orgId: string, keyId: string): Promise<void> {
			await changeKey(context, orgId, keyId, async (change, row) => {
				const values = { revokedAtMs: change.nowMs, previousHash: null, previousExpiresAtMs: null };
				await save(change, row, values, facts["api_key.revoke"], []);
				await revokeInvitations(change, { orgId, userId: keyId, remaining: keyGrantor([]) });
			});
		},
	};
}

/** What an administrator decides about a key, or sees of it. */
const AUDITED_MEMBERS = [
	"name",
	"hint",
	"scopes",
	"allowedIps",
	"createdBy",
	"makerState",
	"expiresAt",
	"previousExpiresAt",
] as const;

const differencesOf = (row: ApiKeyRow, values: Partial<ApiKeyRow>): FieldChange[] =>
	differencesBetween(toApiKey(row), toApiKey({ ...row, ...values }), AUDITED_MEMBERS);

/** @throws `forbidden` */
function assertPerson({ kind }: Principal): void {
	if (kind === "service") throw personRequired();
}
