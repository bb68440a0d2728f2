import type { MeetingRow } from "#db/schema";
import { conflictOf } from "#db/store";
import { AppError } from "#kernel/errors";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import type { FieldErrors } from "#kernel/field-errors";
import { parseInstant } from "#kernel/instant";
import { pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { searchedWords } from "#kernel/search-words";
import { assertOpenWorkspace, orgOfWorkspace, shareOpenWorkspace } from "#modules/organizations/workspaces";
import {
	assertOrganizationExists,
	assertWritableOrganization,
	findOrganization,
} from "#modules/tenancy/organization-records";
import { settings } from "#modules/tenancy/settings";
import { type Cutoffs, isAllShown } from "#platform/artifacts";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { assertHosts, lockMeeting, meetingOrg } from "./access.ts";
import { BACK_MS, type MeetingCalendars } from "./calendar.ts";
import { createMeeting } from "./create.ts";
import { externalIdTaken, malformedParameter, noJoinLink, organizationRequired } from "./errors.ts";
import { withoutExpired } from "./expired.ts";
import { facts } from "./facts.ts";
import { isMember, type JoinCodes, NO_CODE } from "./join-code.ts";
import type { Moves } from "./moves.ts";
import { markedColumns } from "./occurrence.ts";
import { parseMeeting, withRecordingAllowed } from "./parse.ts";
import type { LiveAccessFor, ParticipantAdder, SeriesOfMeeting } from "./ports.ts";
import { type MeetingReader, type SeenMeeting, versionedMeeting } from "./reader.ts";
import { listMeetings, type MeetingFilters, meetingList } from "./repository/list.ts";
import { findByExternalId } from "./repository.ts";
import { EVERYTHING, personalView } from "./rights.ts";
import { saveMeeting } from "./save.ts";
import {
	type CreateMeetingRequest,
	type JoinCode,
	type ListMeetingsQuery,
	type Meeting,
	meetingFields,
	type StartedMeeting,
	type UpdateMeetingRequest,
} from "./schemas.ts";
import { updateMeeting } from "./update.ts";

/** Parses the filters of a list to the form used in comparisons. @throws `invalid_request` naming the parameter */
const parseFilters = ({ workspaceId, state, from, to, q }: ListMeetingsQuery): MeetingFilters => ({
	workspaceId: workspaceId ?? null,
	state: state ?? null,
	fromMs: parseParameter(from, "/from"),
	toMs: parseParameter(to, "/to"),
	words: q === undefined ? null : searchedWords(q),
});

/** Parses an instant; null when it is absent. An error in it is a 400, since a parameter is part of the URL. */
function parseParameter(raw: string | undefined, path: string): number | null {
	if (raw === undefined) return null;
	try {
		return parseInstant(raw, path);
	} catch (error) {
		if (!(error instanceof AppError && error.fieldErrors)) throw error;
		throw malformedParameter(error);
	}
}

export interface MeetingsDeps<Prepared>
	extends Pick<Core, "store" | "clock" | "retention" | "newId" | "unitOfWork" | "cursors"> {
	readonly codes: JoinCodes;
	readonly reader: MeetingReader;
	readonly moves: Moves;
	readonly calendars: MeetingCalendars;
	readonly participants: ParticipantAdder<Prepared>;
	readonly liveAccessFor: LiveAccessFor;
	readonly seriesOfMeeting: SeriesOfMeeting;
}

/** What a request says of a meeting. */
type CheckedMeeting = Partial<Omit<CreateMeetingRequest, "participants">>;

/** A request by its caller and path. */
interface Addressed {
	readonly principal: Principal;
	readonly params: { readonly workspaceId?: string; readonly meetingId?: string };
}

export type MeetingsService = ReturnType<typeof createMeetingsService>;

/** Creates the service of meetings: to schedule, start, change and end them. */
export function createMeetingsService<Prepared>(deps: MeetingsDeps<Prepared>) {
	const { store, clock, retention, newId, unitOfWork, cursors, codes, reader, moves, calendars } = deps;

	/** Returns a meeting as those see it who run it. */
	async function shown({ tx, principal }: Change, row: MeetingRow): Promise<Versioned<Meeting>> {
		const cutoffs = await retention.cutoffsFor(tx, principal, row.orgId);
		return versionedMeeting(codes, await withoutExpired(tx, row, cutoffs), EVERYTHING);
	}

	/** Returns what is read of a meeting: nothing of content that has expired. */
	async function viewOf(seen: SeenMeeting, cutoffs: Cutoffs): Promise<Versioned<Meeting>> {
		const { meeting, rights } = seen;
		const row = await withoutExpired(store.db, meeting, cutoffs);
		if (row === meeting) return seen.view;
		const left = versionedMeeting(codes, row, rights);
		// No version of its own: time has passed.
		return { ...left, variant: `${left.variant ?? ""} ${JSON.stringify(row.artifacts)}` };
	}

	/** Changes a meeting that the caller runs. @throws `not_found` `forbidden` `purged` `state_conflict` `precondition_failed` */
	async function changeMeeting<T>(
		context: RequestContext,
		meetingId: string,
		work: (change: Change, row: MeetingRow) => Promise<T>,
	): Promise<T> {
		const orgId = await meetingOrg(store, context.principal, meetingId);
		return unitOfWork.run(context, async (change) => {
			const row = await lockMeeting(change, orgId, meetingId, "run");
			assertIfMatch(context.ifMatch, row.version);
			return work(change, row);
		});
	}

	/** Makes one of the moves of {@link Moves}. */
	const makeMove =
		(move: (change: Change, row: MeetingRow) => Promise<MeetingRow>) => (context: RequestContext, meetingId: string) =>
			changeMeeting(context, meetingId, async (change, row) => shown(change, await move(change, row)));

	return {
		/** Collects what is wrong with a meeting by the settings of its organization, and an id that another one has. */
		async check(body: CheckedMeeting, fieldErrors: FieldErrors, { principal, params }: Addressed): Promise<void> {
			const { workspaceId, meetingId } = params;
			const orgId = await (meetingId === undefined
				? orgOfWorkspace(store, principal, workspaceId ?? "")
				: meetingOrg(store, principal, meetingId));
			const organization = await findOrganization(store.db, orgId);
			const { scheduledStart, externalId, ...members } = body;
			const scheduled = { ...members, ...(scheduledStart != null && { scheduledStart }) };
			fieldErrors.check(() => parseMeeting(scheduled, settings.effective(organization), null));
			const other = externalId == null ? undefined : await findByExternalId(store.db, orgId, externalId);
			if (other !== undefined && other !== meetingId) fieldErrors.collect(externalIdTaken().fieldErrors ?? []);
		},

		/**
		 * Creates a meeting in a workspace: it starts at once, or is scheduled. Its maker is its host.
		 * @throws `validation_failed` `not_found` `purged` `forbidden` `state_conflict` `conflict` `quota_exceeded`
		 */
		async create(
			context: RequestContext,
			workspaceId: string,
			{ participants = [], scheduledStart, title, ...request }: CreateMeetingRequest,
		): Promise<StartedMeeting> {
			const { principal } = context;
			const orgId = await orgOfWorkspace(store, principal, workspaceId);
			const { prepare } = deps.participants;
			const by = { orgId, principal };
			const host = isMember(principal, orgId) ? await prepare(by, [{ userId: principal.id, role: "host" }], null) : [];
			const invited = await prepare(by, participants, "/participants");
			return unitOfWork.run(context, async (change) => {
				const organization = await assertWritableOrganization(change.tx, orgId);
				const members = { title, ...request, ...(scheduledStart != null && { scheduledStart }) };
				const parsed = parseMeeting(members, settings.effective(organization), null);
				const { title: name = title, ...columns } = withRecordingAllowed(organization, request, parsed);
				const { access } = await shareOpenWorkspace(change, orgId, workspaceId);
				assertHosts(change.principal, access);
				const id = newId("mtg");
				const { code: _code, ...code } =
					columns.access === "link" ? codes.create({ orgId, id }, change.principal) : { code: null };
				const state = columns.scheduledStartAtMs == null ? "live" : "scheduled";
				const origin = { orgId, id, workspaceId, source: "native", hostId: change.principal.id, state } as const;
				const row = await createMeeting(change, { ...origin, title: name, ...columns, ...code });
				if (state === "live") await moves.begin(change, row);
				for (const people of [host, invited]) await deps.participants.add(change, row, people);
				const live = state === "live" ? deps.liveAccessFor(context.principal, organization, id, null) : null;
				return { meeting: codes.toMeeting(row, true), live };
			});
		},

		/** Returns a meeting. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, meetingId: string, fields: string | undefined) {
			const select = fields === undefined ? null : meetingFields.parse(fields);
			const found = reader.find(principal, meetingId);
			const seen = found instanceof Promise ? await found : found;
			const cutoffs = retention.cutoffsFor(store.db, principal, seen.meeting.orgId);
			const now = cutoffs instanceof Promise ? await cutoffs : cutoffs;
			const view = isAllShown(seen.meeting, now) ? seen.view : await viewOf(seen, now);
			if (select === null) return view;
			return { data: select(view.data), version: view.version, variant: `${view.variant ?? ""} ${fields}` };
		},

		/**
		 * Returns a page of the meetings that the caller sees, the latest first.
		 * @throws `forbidden` `purged` `invalid_request` `invalid_fields` `invalid_cursor`
		 */
		async list({ principal }: RequestContext, query: ListMeetingsQuery) {
			const { orgId } = principal;
			if (orgId === null) throw organizationRequired();
			const filters = parseFilters(query);
			const view = personalView(principal);
			const request = pageRequest(cursors, query, meetingFields, { list: "meetings", orgId, view, filters });
			await assertOrganizationExists(store.db, principal, orgId);
			const rows = await listMeetings(store.db, orgId, view, filters, request);
			const cutoffs = await retention.cutoffsFor(store.db, principal, orgId);
			const seen: MeetingRow[] = [];
			for (const row of rows) seen.push(isAllShown(row, cutoffs) ? row : await withoutExpired(store.db, row, cutoffs));
			return request.page(seen, meetingList.orders.latest, (row) => codes.toMeeting(row, false));
		},

		/** Returns a meeting, or the series that it is of, as an iCalendar file. @throws `not_found` `purged` */
		async calendar({ principal }: RequestContext, meetingId: string): Promise<string> {
			const { meeting } = await reader.find(principal, meetingId);
			const nowMs = clock.nowMs();
			const range = { nowMs, fromMs: nowMs - BACK_MS };
			// A guest has one meeting.
			const find = principal.kind === "guest" ? undefined : deps.seriesOfMeeting;
			const series = await find?.(store.db, personalView(principal), meeting, range);
			return series ? calendars.write([], series.title, false, [series]) : calendars.write([meeting], meeting.title);
		},

		/**
		 * Changes members of a meeting.
		 * @throws `validation_failed` `not_found` `purged` `forbidden` `state_conflict` `conflict` `precondition_failed`
		 */
		async update(
			context: RequestContext,
			meetingId: string,
			request: UpdateMeetingRequest,
		): Promise<Versioned<Meeting>> {
			try {
				return await changeMeeting(context, meetingId, async (change, row) => {
					const organization = await assertWritableOrganization(change.tx, row.orgId);
					const parsed = parseMeeting(request, settings.effective(organization), row);
					const columns = withRecordingAllowed(organization, request, parsed);
					return shown(change, await updateMeeting(change, row, columns, codes));
				});
			} catch (error) {
				// Another request took the `externalId` between our check and our write.
				throw conflictOf(error) === "unique" ? externalIdTaken() : error;
			}
		},

		start: makeMove(async (change, row) => {
			await assertOpenWorkspace(change.tx, row.orgId, row.workspaceId);
			return moves.start(change, row);
		}),
		end: makeMove((change, row) => moves.end(change, row)),
		cancel: makeMove((change, row) => moves.cancel(change, row)),

		/**
		 * Gives a meeting a new join code in place of the one it had.
		 * @throws `not_found` `purged` `forbidden` `precondition_failed`, `state_conflict` unless its access is by link
		 */
		async renewCode(context: RequestContext, meetingId: string): Promise<Versioned<JoinCode>> {
			return changeMeeting(context, meetingId, async (change, row) => {
				if (row.access !== "link" || row.state === "cancelled") throw noJoinLink(row.access);
				const { code, ...columns } = codes.create(row, change.principal);
				const saved = await saveMeeting(change, row, { ...columns, ...markedColumns(row, "person") });
				change.record(row.orgId, facts["meeting.renew_code"], { id: row.id });
				return { data: { code, joinUrl: codes.roomOf(row.id, code) }, version: saved.version };
			});
		},

		/**
		 * Removes the join code of a meeting: nobody can join with it any longer.
		 * @throws `not_found` `purged` `forbidden` `state_conflict` `precondition_failed`
		 */
		async dropCode(context: RequestContext, meetingId: string): Promise<void> {
			await changeMeeting(context, meetingId, async (change, row) => {
				if (row.joinCodeHash === null && row.joinCodeSealed === null) return;
				await saveMeeting(change, row, { ...NO_CODE, ...markedColumns(row, "person") });
				change.record(row.orgId, facts["meeting.drop_code"], { id: row.id });
			});
		},
	};
}
