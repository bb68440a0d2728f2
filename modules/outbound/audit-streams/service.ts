import type { AuditStreamRow } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { type FieldErrors, invalidMember } from "#kernel/field-errors";
import { pageRequest } from "#kernel/list";
import { type RequestContext, withoutKey } from "#kernel/request-context";
import { text } from "#kernel/texts";
import { adoptedBy, orphaned } from "#modules/identity/makers";
import { assertOrganizationExists, lockWritableOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { newSigningSecret } from "#platform/outbound";
import type { Change, Fact } from "#platform/unit-of-work";
import { streamNotFound, tooManyStreams } from "./errors.ts";
import { facts } from "./facts.ts";
import { changedSettings, type Settings } from "./parse.ts";
import { listStreams, oldestFirst, streamsOf } from "./repository.ts";
import {
	type AuditStream,
	type AuditStreamSummary,
	type AuditStreamTest,
	auditStreamFields,
	type CreateAuditStreamRequest,
	type CreatedAuditStream,
	type ListAuditStreamsQuery,
	type UpdateAuditStreamRequest,
} from "./schemas.ts";
import { aadOf } from "./secrets.ts";
import type { Send } from "./sender.ts";
import { testEntry } from "./test-entry.ts";
import { MAX_STREAMS } from "./values.ts";
import { toAuditStream, toSummary } from "./view.ts";

/** What a request says of a stream. */
type CheckedStream = UpdateAuditStreamRequest & Partial<Pick<CreateAuditStreamRequest, "type" | "afterSequence">>;

/** A request by its path. */
interface Addressed {
	readonly params: { readonly orgId?: string; readonly streamId?: string };
}

export type AuditStreamsService = ReturnType<typeof createAuditStreamsService>;

/** Creates the service by which those who administer an organization manage where its audit log is sent. */
export function createAuditStreamsService(core: Core, send: Send) {
	const { store, clock, newId, unitOfWork, cursors, vault, followers, outbound } = core;

	/** Does something with a stream under its lock. @throws `not_found` `purged` `state_conflict` */
	const withStream = <T>(
		context: RequestContext,
		orgId: string,
		id: string,
		work: (change: Change, row: AuditStreamRow) => Promise<T>,
	): Promise<T> =>
		unitOfWork.run(context, async (change) => {
			await lockWritableOrganization(change.tx, orgId);
			const row = await streamsOf(change.tx, orgId).lock(id);
			if (!row) throw streamNotFound();
			return work(change, row);
		});

	async function find(orgId: string, id: string): Promise<AuditStreamRow> {
		const row = await streamsOf(store.db, orgId).find(id);
		if (!row) throw streamNotFound();
		return row;
	}

	return {
		/** Collects what is wrong with the settings of a stream: a new one of a type, or that in the path. */
		async check(
			{ type, afterSequence, ...request }: CheckedStream,
			fieldErrors: FieldErrors,
			{ params: { orgId = "", streamId } }: Addressed,
		): Promise<void> {
			const current = streamId === undefined ? type && newSettings(type) : settingsOf(await find(orgId, streamId));
			if (current) fieldErrors.check(() => changedSettings(outbound, current, request));
			const head = afterSequence === undefined ? 0 : await followers.headOf(store.db, orgId, "audit");
			fieldErrors.check(() => assertReached(head, afterSequence));
		},

		/**
		 * Returns a page of streams, oldest first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, orgId: string, query: ListAuditStreamsQuery) {
			const { makerState } = query;
			const request = pageRequest(cursors, query, auditStreamFields, { list: "audit-streams", orgId, makerState });
			await assertOrganizationExists(store.db, principal, orgId);
			const rows = await listStreams(store.db, orgId, request, { makerState });
			const ids = rows.map(({ id }) => id);
			const found = new Map((await followers.list(orgId, ids)).map((follower) => [follower.id, follower]));
			return request.page(rows, oldestFirst, (row) => toAuditStream(row, found.get(row.id)));
		},

		/** Returns a stream. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, id: string, fields: string | undefined) {
			const select = auditStreamFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const row = await find(orgId, id);
			const [follower] = await followers.list(orgId, [id]);
			// How it fares is stored without a new version.
			const fares = [follower?.position, follower?.failures, follower?.failingSinceMs, row.deliveredAtMs, row.failure];
			const variant = `${JSON.stringify(fares)} ${fields ?? ""}`;
			return { data: select(toAuditStream(row, follower)), version: row.version, variant };
		},

		/**
		 * Creates a stream, and returns it with its secret, this once.
		 * @throws `validation_failed` `not_found` `purged` `state_conflict` `conflict`
		 */
		async create(
			context: RequestContext,
			orgId: string,
			{ type, afterSequence, ...request }: CreateAuditStreamRequest,
		): Promise<Versioned<CreatedAuditStream>> {
			const settings = changedSettings(outbound, newSettings(type), request);
			return unitOfWork.run(context, async (change) => {
				const { tx, nowMs } = change;
				await lockWritableOrganization(tx, orgId);
				const others = await streamsOf(tx, orgId).list(oldestFirst, { after: null, take: MAX_STREAMS });
				if (others.length >= MAX_STREAMS) throw tooManyStreams();
				const head = await followers.headOf(tx, orgId, "audit");
				assertReached(head, afterSequence);
				const id = newId("ast");
				const secret = type === "webhook" ? newSigningSecret() : null;
				const row: AuditStreamRow = {
					...settings,
					orgId,
					id,
					secretSealed: secret && vault.seal(secret, aadOf({ orgId, id })),
					disabledReason: null,
					disabledAtMs: null,
					deliveredAtMs: null,
					failure: null,
					...adoptedBy(change),
					version: 1,
					createdAtMs: nowMs,
					updatedAtMs: nowMs,
				};
				await followers.add(tx, { orgId, id, kind: "audit_stream", position: afterSequence ?? head });
				await streamsOf(tx, orgId).insert(row);
				change.record(orgId, facts["audit_stream.create"], { id, object: toSummary(row) });
				const follower = await followers.lock(tx, orgId, id);
				return { data: { ...toAuditStream(row, follower), secret }, version: row.version };
			});
		},

		/**
		 * Changes a stream. One that is enabled again, or was failing, is sent what waits for it.
		 * @throws `validation_failed` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async update(
			context: RequestContext,
			orgId: string,
			id: string,
			{ enabled, ...request }: UpdateAuditStreamRequest,
		): Promise<Versioned<AuditStream>> {
			return withStream(context, orgId, id, async (change, row) => {
				const { tx, nowMs } = change;
				assertIfMatch(context.ifMatch, row.version);
				// What it sends where changes only once it is adopted; it can be disabled in any case.
				const isMore = enabled === true || Object.keys(request).length > 0;
				if (row.makerState !== "active" && isMore) throw orphaned("audit stream");
				const settings = changedSettings(outbound, settingsOf(row), request);
				const next = { ...row, ...settings, ...enabling(row, enabled, nowMs) };
				const changes = differencesBetween(
					{ ...toSummary(row), ...settingsOf(row) },
					{ ...toSummary(next), ...settings },
				).filter(({ path }) => !HIDDEN.includes(path));
				const isSame = Bun.deepEquals(row, next);
				const isActive = next.disabledAtMs === null;
				if (!isSame) {
					const values = {
						...settings,
						...enabling(row, enabled, nowMs),
						version: row.version + 1,
						updatedAtMs: nowMs,
					};
					await streamsOf(tx, orgId).update(id, values);
					Object.assign(next, values);
					const what = { id, object: toSummary(next), ...(changes.length > 0 && { changes }) };
					change.record(orgId, facts["audit_stream.update"], what);
				}
				if (!isSame || enabled === true) {
					const afresh = { isActive, isParked: false, failures: 0, failingSinceMs: null, dueAtMs: null };
					await followers.update(tx, orgId, id, afresh);
					change.afterCommit(() => followers.wake(orgId));
				}
				return { data: toAuditStream(next, await followers.lock(tx, orgId, id)), version: next.version };
			});
		},

		/**
		 * Makes the caller responsible for a stream whose maker lost the right to it.
		 * @throws `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async adopt(context: RequestContext, orgId: string, id: string): Promise<Versioned<AuditStream>> {
			return withStream(context, orgId, id, async (change, row) => {
				assertIfMatch(context.ifMatch, row.version);
				const values = adoptedBy(change);
				const isTheirs = row.makerState === "active" && row.createdBy === values.createdBy;
				const next = isTheirs ? row : await saveMaker(change, row, values, facts["audit_stream.adopt"]);
				return { data: toAuditStream(next, await followers.lock(change.tx, orgId, id)), version: next.version };
			});
		},

		/** Deletes a stream; nothing is sent any more. @throws `not_found` `purged` `state_conflict` `precondition_failed` */
		async remove(context: RequestContext, orgId: string, id: string): Promise<void> {
			await withStream(context, orgId, id, async (change, row) => {
				assertIfMatch(context.ifMatch, row.version);
				await streamsOf(change.tx, orgId).remove(id);
				await followers.remove(change.tx, orgId, id);
				change.record(orgId, facts["audit_stream.delete"], { id, object: toSummary(row) });
			});
		},

		/**
		 * Sends a message that is no entry of the log, and says what has come of it.
		 * @throws `not_found` `purged` `state_conflict`
		 */
		async test(context: RequestContext, orgId: string, id: string): Promise<AuditStreamTest> {
			return unitOfWork.once(
				context,
				async () => {
					await withStream(withoutKey(context), orgId, id, async (change) => {
						change.record(orgId, facts["audit_stream.test"], { id });
					});
					const row = await find(orgId, id);
					const startedMs = performance.now();
					const batch = {
						id: `${id}_test_${crypto.randomUUID()}`,
						isTest: true,
						entries: [testEntry(row, context, clock.nowMs())],
					};
					const { failure } = await send(row, batch, context.signal ?? new AbortController().signal);
					return { ok: failure === null, failure, durationMs: Math.round(performance.now() - startedMs) };
				},
				"plain",
			);
		},
	};
}

/** Stores who is responsible for a stream, and records it. */
export async function saveMaker(
	change: Change,
	row: AuditStreamRow,
	maker: Partial<Pick<AuditStreamRow, "createdBy" | "makerState">>,
	fact: Fact<typeof AuditStreamSummary>,
): Promise<AuditStreamRow> {
	const values = { ...maker, version: row.version + 1, updatedAtMs: change.nowMs };
	await streamsOf(change.tx, row.orgId).update(row.id, values);
	const next = { ...row, ...values };
	const [object, changes] = [toSummary(next), differencesBetween(toSummary(row), toSummary(next))];
	change.record(row.orgId, fact, { id: row.id, object, changes });
	return next;
}

/** Members whose values are in neither events nor audit entries: a URL may contain a secret. */
const HIDDEN = ["/url", "/caCertificates"];

const settingsOf = ({ name, type, url, host, port, caCertificates, categories }: AuditStreamRow): Settings => ({
	name,
	type,
	url,
	host,
	port,
	caCertificates,
	categories,
});

/** Returns what changes when somebody enables or disables a stream. */
function enabling(row: AuditStreamRow, enabled: boolean | undefined, nowMs: number): Partial<AuditStreamRow> {
	if (enabled === undefined || enabled === (row.disabledAtMs === null)) return {};
	return { disabledReason: null, disabledAtMs: enabled ? null : nowMs };
}

/** Returns the settings of a stream of a type that has none yet. */
const newSettings = (type: Settings["type"]): Settings => ({
	name: "",
	type,
	url: null,
	host: null,
	port: null,
	caCertificates: null,
	categories: null,
});

/** Asserts that the audit log has got as far as a stream begins. @throws `validation_failed` */
function assertReached(head: number, afterSequence = 0): void {
	if (afterSequence > head)
		throw invalidMember("/afterSequence", "out_of_range", text("must be at most {most}", { most: head }));
}
