import { ARTIFACT_CLASSES, type PrivacyExportRow } from "#db/schema";
import type { Store } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import type { Versioned } from "#kernel/etag";
import { pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import { rateLimited } from "#kernel/rate-limit";
import type { RequestContext } from "#kernel/request-context";
import { emailKey, parseEmail } from "#kernel/text";
import { assertOrganizationExists, lockOrganization } from "#modules/tenancy/organization-records";
import { listExpired, type RetentionReader } from "#platform/artifacts";
import type { OpenBlob } from "#platform/blobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { exportNotFound, exportNotReady, mayNotExport, unknownPerson } from "./errors.ts";
import { EXPORT, type ExportPayload, MAX_ATTEMPTS } from "./export-job.ts";
import { exportFacts as facts } from "./facts.ts";
import { findKnownPerson } from "./repository/erasures.ts";
import { exportsOf, hasPurgedSince, newestExports } from "./repository/exports.ts";
import { findUserIdByEmail } from "./repository/people.ts";
import {
	type ExportTicket,
	exportFields,
	type ListExportsQuery,
	type PrivacyExport,
	type RequestExportRequest,
} from "./schemas.ts";
import type { Tickets } from "./tickets.ts";
import { stateOf, toExport } from "./view.ts";

/** Entries of the ledger that are read at once. */
const PAGE = 200;
/** Follows every id. */
const AFTER_ALL_IDS = "~";

/** What {@link hasExpiredSince} reads. */
interface ExpirySource {
	readonly store: Pick<Store, "db">;
	readonly retention: Pick<RetentionReader, "cutoffs" | "cutoffsAt">;
}

/**
 * Whether content of an organization has expired since a time that is not purged yet, so that an archive begun at that time
 * contains what nobody is shown any more. What a legal hold preserves is shown.
 * @param sinceMs in Unix ms
 * @throws `not_found` `purged`
 */
async function hasExpiredSince(
	{ store: { db }, retention }: ExpirySource,
	orgId: string,
	sinceMs: number,
): Promise<boolean> {
	const [now, then] = await Promise.all([retention.cutoffs(db, orgId), retention.cutoffsAt(db, orgId, sinceMs)]);
	for (const dataClass of ARTIFACT_CLASSES) {
		const place = { orgId, dataClass, cutoffMs: now[dataClass], limit: PAGE };
		for (let after = { atMs: then[dataClass], id: AFTER_ALL_IDS }; ; ) {
			const entries = await listExpired(db, { ...place, ...after });
			if (entries.some(({ isHeld }) => !isHeld)) return true;
			const last = entries.at(-1);
			if (last === undefined || entries.length < PAGE) break;
			after = { atMs: last.atMs ?? 0, id: last.id };
		}
	}
	return false;
}

/** Access to the callers behind tickets; modules/identity/principals implements it. */
export interface Identities {
	/** Returns what identifies a caller, as text. */
	identify(principal: Principal): string;
	/** Returns the caller with the rights they hold now. @throws `unauthenticated` `token_revoked` `session_revoked` */
	recognize(identified: string, from: { readonly ip: string | null }): Promise<Principal>;
	/** Returns when what a caller holds ends by itself, Unix ms; infinity: it does not. */
	endOf(principal: Principal): number;
}

export interface ExportsDeps
	extends Pick<
		Core,
		| "store"
		| "retention"
		| "newId"
		| "unitOfWork"
		| "cursors"
		| "jobs"
		| "blobs"
		| "clock"
		| "limiter"
		| "policies"
		| "publicUrl"
	> {
	readonly tickets: Tickets;
	readonly identities: Identities;
}

/** An export, and its archive. */
export interface ExportContent {
	readonly exportId: string;
	readonly content: OpenBlob;
}

export type Exports = ReturnType<typeof createExports>;

/** Creates the service of exports: those who administer an organization request and download them. */
export function createExports(deps: ExportsDeps) {
	const {
		store,
		retention,
		newId,
		unitOfWork,
		cursors,
		jobs,
		blobs,
		clock,
		limiter,
		policies,
		publicUrl,
		tickets,
		identities,
	} = deps;
	const show = (row: PrivacyExportRow): PrivacyExport => toExport(row, publicUrl.href, clock.nowMs());

	/** Returns whose data a request is about. @throws `validation_failed` */
	async function subjectOf(orgId: string, { subject }: RequestExportRequest) {
		if (subject === "organization") return { subject: "organization", userId: null, emailKey: null } as const;
		const byAddress = "email" in subject ? emailKey(parseEmail(subject.email, "/subject/email")) : null;
		const userId = "userId" in subject ? subject.userId : await findUserIdByEmail(store, byAddress ?? "");
		const known = userId === undefined ? undefined : await findKnownPerson(store.db, orgId, userId);
		if (known === undefined && byAddress === null) throw unknownPerson("/subject/userId");
		return { subject: "person", userId: known?.userId ?? null, emailKey: known?.emailKey ?? byAddress } as const;
	}

	async function count(orgId: string): Promise<void> {
		const verdict = policies && (await limiter.take(policies.export, orgId));
		if (verdict && !verdict.allowed) throw rateLimited("Too many exports", verdict);
	}

	async function find(orgId: string, id: string): Promise<PrivacyExportRow> {
		const row = await exportsOf(store.db, orgId).find(id);
		if (!row) throw exportNotFound();
		return row;
	}

	async function open(orgId: string, id: string): Promise<ExportContent> {
		const row = await find(orgId, id);
		const state = stateOf(row, clock.nowMs());
		if (state !== "ready" || row.blobId === null) throw exportNotReady(state);
		// Before the cleanup comes to it; and before the purge does, since a longer period would show it again.
		const sinceMs = row.startedAtMs ?? 0;
		if ((await hasPurgedSince(store, orgId, sinceMs)) || (await hasExpiredSince({ store, retention }, orgId, sinceMs)))
			throw exportNotReady("expired");
		return { exportId: id, content: await blobs.open(orgId, row.blobId) };
	}

	return {
		/**
		 * Returns a page of exports, newest first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, orgId: string, query: ListExportsQuery) {
			const request = pageRequest(cursors, query, exportFields, { list: "privacy-exports", orgId });
			await assertOrganizationExists(store.db, principal, orgId);
			return request.page(await exportsOf(store.db, orgId).list(newestExports, request), newestExports, show);
		},

		/** Returns an export. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, id: string, fields: string | undefined) {
			const select = exportFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const row = await find(orgId, id);
			const data = show(row);
			return { data: select(data), version: row.version, variant: `${data.state} ${fields ?? ""}` };
		},

		/**
		 * Requests an export; a job makes it.
		 * @throws `validation_failed` `not_found` `purged` `rate_limited`
		 */
		async request(
			context: RequestContext,
			orgId: string,
			request: RequestExportRequest,
		): Promise<Versioned<PrivacyExport>> {
			await assertOrganizationExists(store.db, context.principal, orgId);
			const subject = await subjectOf(orgId, request);
			await count(orgId);
			const work = async (change: Change) => {
				const { tx, principal, nowMs } = change;
				await lockOrganization(tx, orgId);
				const row: PrivacyExportRow = {
					...subject,
					orgId,
					id: newId("xpt"),
					state: "queued",
					progress: 0,
					blobId: null,
					sizeBytes: null,
					sha256: null,
					failure: null,
					requestedBy: principal.id,
					version: 1,
					createdAtMs: nowMs,
					startedAtMs: null,
					endedAtMs: null,
					expiresAtMs: null,
				};
				await exportsOf(tx, orgId).insert(row);
				const payload: ExportPayload = { orgId, exportId: row.id };
				await jobs.enqueue(tx, { queue: EXPORT, orgId, payload: { ...payload }, maxAttempts: MAX_ATTEMPTS });
				change.afterCommit(() => jobs.wake(EXPORT));
				const otherTargets = row.userId === null ? [] : [{ type: "user", id: row.userId }];
				change.record(orgId, facts["privacy.request_export"], { id: row.id, object: show(row), otherTargets });
				return { data: show(row), version: row.version };
			};
			return unitOfWork.run(context, work, { storeOutcome: "plain" });
		},

		/** Opens the archive of an export. @throws `not_found` `purged` `state_conflict` */
		async content({ principal }: RequestContext, orgId: string, id: string): Promise<ExportContent> {
			await assertOrganizationExists(store.db, principal, orgId);
			return open(orgId, id);
		},

		/** Makes an address at which the archive is downloaded. @throws `not_found` `purged` `state_conflict` */
		async ticket(context: RequestContext, orgId: string, id: string): Promise<ExportTicket> {
			const work = async (change: Change) => {
				await assertOrganizationExists(change.tx, change.principal, orgId);
				const row = await exportsOf(change.tx, orgId).find(id);
				if (!row) throw exportNotFound();
				const state = stateOf(row, change.nowMs);
				if (state !== "ready" || row.expiresAtMs === null) throw exportNotReady(state);
				change.record(orgId, facts["privacy.ticket"], { id });
				const caller = identities.identify(context.principal);
				const expiresAtMs = Math.min(row.expiresAtMs, identities.endOf(context.principal));
				const ticket = tickets.issue({ orgId, exportId: id, caller }, expiresAtMs);
				return { url: `${publicUrl.href}/privacy-exports/${ticket}`, expiresAt: rfc3339(expiresAtMs) };
			};
			return unitOfWork.run(context, work);
		},

		/**
		 * Opens the archive that a ticket is for, if its holder may still download it.
		 * @throws `unauthenticated` `token_expired` `token_revoked` `session_revoked` `insufficient_scope` `not_found`
		 * `purged` `state_conflict`
		 */
		async contentByTicket({ ip }: RequestContext, sealed: string): Promise<ExportContent> {
			const { orgId, exportId, caller } = tickets.open(sealed);
			const principal = await identities.recognize(caller, { ip });
			const isTheirs = principal.system || principal.orgId === orgId;
			if (!isTheirs || !principal.scopes.has("org:admin")) throw mayNotExport();
			await assertOrganizationExists(store.db, principal, orgId);
			return open(orgId, exportId);
		},
	};
}
