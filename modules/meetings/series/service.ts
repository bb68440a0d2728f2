import type { SeriesRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { Versioned } from "#kernel/etag";
import type { FieldErrors } from "#kernel/field-errors";
import { pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { searchedWords } from "#kernel/search-words";
import { assertHosts } from "#modules/meetings/meetings";
import {
	assertOpenWorkspace,
	findWorkspace,
	orgOfWorkspace,
	shareOpenWorkspace,
	viewerOf,
} from "#modules/organizations/workspaces";
import {
	assertOrganizationExists,
	assertWritableOrganization,
	findOrganization,
} from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { findSeries, lockSeries, seriesOrg } from "./access.ts";
import type { Aligner, LockedSeries } from "./align.ts";
import { PORTION, type SeriesJobs } from "./background.ts";
import { type SeriesCodes, sharesCode } from "./codes.ts";
import { nextOccurrencesOf, openOccurrences } from "./days-off.ts";
import { noOccurrenceToSplit, unknownMember } from "./errors.ts";
import { facts, prose } from "./facts.ts";
import { blankColumns, parseSeries, type SeriesColumns } from "./parse.ts";
import { parseParameter } from "./period.ts";
import type { DaysOff } from "./ports.ts";
import { findMembers, lockMeetingsSince, seriesList, seriesOf } from "./repository.ts";
import { insertSeries, saveSeries } from "./save.ts";
import { durationOf } from "./schedule.ts";
import {
	type CreateSeriesRequest,
	type ListSeriesQuery,
	type Series,
	seriesFields,
	type UpdateSeriesRequest,
} from "./schemas.ts";
import { partsOf } from "./split.ts";
import { toRecordedSeries } from "./view.ts";

export interface SeriesDeps extends Pick<Core, "store" | "clock" | "newId" | "unitOfWork" | "cursors"> {
	readonly aligner: Aligner;
	readonly seriesJobs: SeriesJobs;
	readonly seriesCodes: SeriesCodes;
	readonly daysOff: DaysOff;
}

/** A request by its caller and path. */
interface Addressed {
	readonly principal: Principal;
	readonly params: { readonly workspaceId?: string; readonly seriesId?: string };
}

export type SeriesService = ReturnType<typeof createSeriesService>;

/** Creates the service of series of meetings. */
export function createSeriesService(deps: SeriesDeps) {
	const { store, clock, newId, unitOfWork, cursors, aligner, seriesJobs, seriesCodes, daysOff } = deps;

	/** Returns a series with its next occurrences. @param db within a change its transaction @param canRun whether the caller runs it */
	async function shown(db: ReadDb, row: SeriesRow, canRun = true): Promise<Versioned<Series>> {
		const nextOccurrences = (await nextOccurrencesOf(db, daysOff, [row], clock.nowMs())).get(row.id) ?? [];
		// Time passes without a new version.
		return {
			data: { ...toRecordedSeries(row), joinUrl: seriesCodes.joinUrlOf(row, canRun), nextOccurrences },
			version: row.version,
			variant: `${nextOccurrences[0] ?? ""} ${canRun}`,
		};
	}

	/** Asserts that new participants are members. @throws `validation_failed` */
	async function assertMembers({ tx }: Change, orgId: string, { participants }: SeriesColumns): Promise<void> {
		const members = await findMembers(
			tx,
			orgId,
			participants.map(({ userId }) => userId),
		);
		const at = participants.findIndex(({ userId }) => !members.has(userId));
		if (at >= 0) throw unknownMember(`/participants/${at}/userId`);
	}

	/** Returns the columns of the join code of a series: one that has a code for all its meetings gets one. */
	function codeFor({ principal }: Change, row: SeriesRow, before: SeriesRow | null): Partial<SeriesRow> {
		if (!sharesCode(row)) return { joinCodeHash: null, joinCodeSealed: null, joinCodeHolderId: null };
		if (before !== null && sharesCode(before)) return {};
		const { code: _code, ...columns } = seriesCodes.create(row, principal);
		return columns;
	}

	/** Brings the meetings of a series to what it says, the first of them at once. */
	async function align(change: Change, locked: LockedSeries, isSplit = false): Promise<void> {
		const { orgId, id: seriesId } = locked.series;
		const written = await aligner.align(change, locked, { limit: PORTION, creates: !isSplit });
		await seriesJobs.finish(change, { orgId, seriesId }, written);
		await seriesJobs.follow(change, { orgId, seriesId });
	}

	/** Changes all of a series that has not begun. */
	async function changeAll(change: Change, { organization, series }: LockedSeries, request: UpdateSeriesRequest) {
		const columns = parseSeries(request, organization, series);
		if (request.participants !== undefined) await assertMembers(change, series.orgId, columns);
		const code = codeFor(change, { ...series, ...columns }, series);
		const saved = await saveSeries(change, series, { ...columns, ...code });
		if (saved !== series) await align(change, { organization, series: saved });
		return saved;
	}

	/** Returns where a series is split; null: before its first occurrence, so that it stays whole. @throws `invalid_request` */
	async function splitAt({ tx, nowMs }: Change, { series }: LockedSeries, from: string) {
		const fromMs = parseParameter(from, "/from");
		const [occurrence] = await openOccurrences(tx, daysOff, series, { fromMs, toMs: fromMs + 1 });
		if (!occurrence || fromMs + durationOf(series) <= nowMs) throw noOccurrenceToSplit();
		return { fromMs, parts: partsOf(series, occurrence.local) };
	}

	/** Ends a series before an occurrence, and begins another one there. */
	async function changeFrom(change: Change, locked: LockedSeries, from: string, request: UpdateSeriesRequest) {
		const { organization, series } = locked;
		const { fromMs, parts } = await splitAt(change, locked, from);
		if (parts === null) return changeAll(change, locked, request);
		const { orgId } = series;
		const columns = parseSeries(request, organization, { ...series, ...parts.after });
		if (request.participants !== undefined) await assertMembers(change, orgId, columns);
		const rows = await lockMeetingsSince(change.tx, { orgId, seriesId: series.id, sinceMs: fromMs });
		const origin = { id: newId("ser"), previousId: series.id, version: 1 };
		const blank = { ...series, ...columns, ...origin, createdAtMs: change.nowMs, updatedAtMs: change.nowMs };
		const next: SeriesRow = { ...blank, ...codeFor(change, blank, null) };
		await saveSeries(change, series, parts.before);
		await insertSeries(change, next);
		// All of them at once: the other series would cancel what is left with it.
		await aligner.align(
			change,
			{ organization, series: next },
			{ limit: Number.MAX_SAFE_INTEGER, creates: false, rows },
		);
		await align(change, { organization, series: next });
		return next;
	}

	return {
		/** Collects what is wrong with a series by the settings of its organization. */
		async check(body: UpdateSeriesRequest, fieldErrors: FieldErrors, { principal, params }: Addressed): Promise<void> {
			const { workspaceId, seriesId } = params;
			const orgId = await (seriesId === undefined
				? orgOfWorkspace(store, principal, workspaceId ?? "")
				: seriesOrg(store, principal, seriesId));
			const organization = await findOrganization(store.db, orgId);
			const nowMs = clock.nowMs();
			const before = seriesId === undefined ? undefined : await seriesOf(store.db, orgId).find(seriesId);
			fieldErrors.check(() => parseSeries(body, organization, before ?? blankColumns(organization, nowMs)));
		},

		/**
		 * Returns a page of the series of a workspace, the newest first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_fields` `invalid_cursor`
		 */
		async list({ principal }: RequestContext, workspaceId: string, query: ListSeriesQuery) {
			const orgId = await orgOfWorkspace(store, principal, workspaceId);
			const words = query.q === undefined ? null : searchedWords(query.q);
			const binding = { list: "series", workspaceId, words };
			const request = pageRequest(cursors, query, seriesFields, binding);
			await assertOrganizationExists(store.db, principal, orgId);
			const { access } = await findWorkspace(store.db, principal, orgId, workspaceId);
			const viewer = access === "admin" || access === "manager" ? null : viewerOf(principal);
			const rows = await seriesList.read(store.db, orgId, { workspaceId, viewer, words }, "newest", request);
			const next = await request.readMember("nextOccurrences", rows, (page) =>
				nextOccurrencesOf(store.db, daysOff, page, clock.nowMs()),
			);
			return request.page(rows, seriesList.orders.newest, (row) => ({
				...toRecordedSeries(row),
				joinUrl: seriesCodes.joinUrlOf(row, false),
				nextOccurrences: next.get(row.id) ?? [],
			}));
		},

		/**
		 * Creates a series in a workspace, with the meetings of the next 60 days. Its maker is their host.
		 * @throws `validation_failed` `not_found` `purged` `forbidden` `state_conflict` `compliance_violation`
		 */
		async create(
			context: RequestContext,
			workspaceId: string,
			request: CreateSeriesRequest,
		): Promise<Versioned<Series>> {
			const orgId = await orgOfWorkspace(store, context.principal, workspaceId);
			return unitOfWork.run(context, async (change) => {
				const { tx, nowMs, principal } = change;
				const organization = await assertWritableOrganization(tx, orgId);
				const columns = parseSeries(request, organization, blankColumns(organization, nowMs));
				const { access } = await shareOpenWorkspace(change, orgId, workspaceId);
				assertHosts(principal, access);
				await assertMembers(change, orgId, columns);
				const origin = { orgId, id: newId("ser"), workspaceId, hostId: principal.id, previousId: null };
				const noCode = { joinCodeHash: null, joinCodeSealed: null, joinCodeHolderId: null };
				const row = { ...columns, ...origin, ...noCode, version: 1, createdAtMs: nowMs, updatedAtMs: nowMs };
				const series: SeriesRow = { ...row, ...codeFor(change, row, null) };
				await insertSeries(change, series);
				await align(change, { organization, series });
				return shown(tx, series);
			});
		},

		/** Returns a series. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, seriesId: string, fields: string | undefined) {
			const select = seriesFields.parse(fields);
			const { row, rights } = await findSeries(store, principal, seriesId);
			const { data, version, variant } = await shown(store.db, row, rights.canRun);
			return { data: select(data), version, variant: `${variant} ${fields ?? ""}` };
		},

		/**
		 * Changes all of a series that has not begun, or an occurrence and those that follow: they become a series of their own.
		 * @throws `validation_failed` `not_found` `purged` `forbidden` `state_conflict` `precondition_failed` `invalid_request`
		 * `legal_hold_active` `compliance_violation`
		 */
		async update(
			context: RequestContext,
			seriesId: string,
			from: string | undefined,
			request: UpdateSeriesRequest,
		): Promise<Versioned<Series>> {
			const orgId = await seriesOrg(store, context.principal, seriesId);
			return unitOfWork.run(context, async (change) => {
				const locked = await lockSeries(change, orgId, seriesId, context);
				await assertOpenWorkspace(change.tx, orgId, locked.series.workspaceId);
				const saved = await (from === undefined
					? changeAll(change, locked, request)
					: changeFrom(change, locked, from, request));
				return shown(change.tx, saved);
			});
		},

		/**
		 * Deletes a series, or ends it before an occurrence, and cancels its meetings that have not begun.
		 * @throws `not_found` `purged` `forbidden` `precondition_failed` `invalid_request`
		 */
		async remove(context: RequestContext, seriesId: string, from: string | undefined): Promise<void> {
			const orgId = await seriesOrg(store, context.principal, seriesId);
			await unitOfWork.run(context, async (change) => {
				const locked = await lockSeries(change, orgId, seriesId, context);
				const parts = from === undefined ? null : (await splitAt(change, locked, from)).parts;
				if (parts === null) return removeAll(change, locked.series);
				const series = await saveSeries(change, locked.series, parts.before);
				await align(change, { ...locked, series });
			});
		},

		/** Deletes a series again that is back after the restore of a backup. */
		async removeAgain(change: Change, orgId: string, seriesId: string): Promise<void> {
			const row = await seriesOf(change.tx, orgId).lock(seriesId);
			if (row) await removeAll(change, row);
		},
	};

	async function removeAll(change: Change, row: SeriesRow): Promise<void> {
		const { orgId, id: seriesId } = row;
		await seriesOf(change.tx, orgId).remove(seriesId);
		await seriesList.remove(change.tx, row);
		change.record(orgId, facts["series.delete"], { id: seriesId, object: { ...toRecordedSeries(row), ...prose } });
		await seriesJobs.finish(change, { orgId, seriesId }, await aligner.cancelAll(change, orgId, seriesId, PORTION));
	}
}
