import type { RecordingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { assertIfMatch } from "#kernel/etag";
import { pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { enterMeeting, horizonIn, lockMeeting, meetingOrg, meetingOver } from "#modules/meetings/meetings";
import { closedIn } from "#modules/tenancy/organization-records";
import { artifactsOf, type Horizon, horizonOfRecordings, isOwnerShown } from "#platform/artifacts";
import type { OpenBlob } from "#platform/blobs";
import { assertMeetingNotHeld } from "#platform/holds";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { showInMeeting } from "./artifact.ts";
import { noWaveform, recordingNotFound } from "./errors.ts";
import { facts } from "./facts.ts";
import type { Mixes } from "./mixes.ts";
import { recordingDeleted } from "./moments.ts";
import { listRecordings, oldestFirst, recordingsOf } from "./repository.ts";
import { type ListRecordingsQuery, type RecordingTicket, recordingFields, type Waveform } from "./schemas.ts";
import type { Identities, Tickets } from "./tickets.ts";
import { toRecording } from "./view.ts";
import { WAVEFORM } from "./waveforms.ts";

export interface RecordingsDeps
	extends Pick<Core, "store" | "unitOfWork" | "cursors" | "blobs" | "retention" | "reads" | "publicUrl"> {
	readonly tickets: Tickets;
	readonly identities: Identities;
	readonly mixes: Pick<Mixes, "dropTrack">;
}

/** A recording, and its content. */
export interface RecordingContent {
	readonly recording: RecordingRow;
	readonly content: OpenBlob;
}

/** A recording as it is addressed. */
interface Addressed {
	readonly meetingId: string;
	readonly recordingId: string;
}

export type RecordingsService = ReturnType<typeof createRecordingsService>;

/** Creates the service of recordings: those who may enter a meeting play them, those who run it delete them. */
export function createRecordingsService(deps: RecordingsDeps) {
	const { store, unitOfWork, cursors, blobs, retention, reads, publicUrl, tickets, identities, mixes } = deps;

	/** Returns a recording of a meeting that the caller may enter. @throws `not_found` `forbidden` `purged` */
	async function findIn(db: ReadDb, principal: Principal, orgId: string, key: Addressed): Promise<RecordingRow> {
		const { meetingId, recordingId } = key;
		const { horizonMs } = await enterMeeting({ db, retention }, principal, orgId, meetingId, "recordings");
		return ofMeeting(db, await recordingsOf(db, orgId).find(recordingId), meetingId, horizonMs);
	}

	/** Finds like {@link findIn}, outside a change. @throws its errors */
	async function find(principal: Principal, meetingId: string, recordingId: string): Promise<RecordingRow> {
		const orgId = await meetingOrg(store, principal, meetingId);
		return findIn(store.db, principal, orgId, { meetingId, recordingId });
	}

	async function open(context: RequestContext, meetingId: string, recordingId: string): Promise<RecordingContent> {
		const recording = await find(context.principal, meetingId, recordingId);
		const { orgId, id } = recording;
		await reads.note(context, { orgId, fact: facts["recording.read"], objects: [{ id, meetingId }] });
		return { recording, content: await blobs.open(recording.orgId, recording.blobId) };
	}

	return {
		/**
		 * Returns a page of the recordings of a meeting, oldest first.
		 * @throws `not_found` `forbidden` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, meetingId: string, query: ListRecordingsQuery) {
			const orgId = await meetingOrg(store, principal, meetingId);
			const request = pageRequest(cursors, query, recordingFields, { list: "recordings", orgId, meetingId });
			const { db } = store;
			const { meeting, horizonMs } = await enterMeeting({ db, retention }, principal, orgId, meetingId, "recordings");
			const shown = { meetingId, ...horizonOfRecordings(meeting, horizonMs) };
			return request.page(await listRecordings(db, orgId, request, shown), oldestFirst, toRecording);
		},

		/** Returns a recording. @throws `not_found` `forbidden` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, meetingId: string, recordingId: string, fields: string | undefined) {
			const select = recordingFields.parse(fields);
			const row = await find(principal, meetingId, recordingId);
			return { data: select(toRecording(row)), version: row.version, variant: fields };
		},

		/** Opens the content of a recording. @throws `not_found` `forbidden` `purged` `gone` */
		content: (context: RequestContext, meetingId: string, recordingId: string): Promise<RecordingContent> =>
			open(context, meetingId, recordingId),

		/**
		 * Opens the content of the recording that a ticket is for, if its holder may still play it.
		 * @throws `unauthenticated` `token_expired` `token_revoked` `session_revoked` `insufficient_scope` `not_found`
		 * `forbidden` `purged` `gone` `organization_suspended`
		 */
		async contentByTicket(context: RequestContext, sealed: string): Promise<RecordingContent> {
			const { meetingId, recordingId, caller } = tickets.open(sealed);
			const principal = await identities.recognize(caller, { ip: context.ip });
			assertMayRead(principal);
			return open({ ...context, principal }, meetingId, recordingId);
		},

		/** Makes an address for players. @throws `not_found` `forbidden` `purged` */
		async ticket(context: RequestContext, meetingId: string, recordingId: string): Promise<RecordingTicket> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			const work = async (change: Change) => {
				await findIn(change.tx, change.principal, orgId, { meetingId, recordingId });
				change.record(orgId, facts["recording.ticket"], { id: recordingId });
				const caller = identities.identify(context.principal);
				const endsAtMs = identities.endOf(context.principal);
				const { ticket, expiresAtMs } = tickets.issue({ meetingId, recordingId, caller }, endsAtMs);
				return { url: `${publicUrl.href}/recordings/${ticket}`, expiresAt: rfc3339(expiresAtMs) };
			};
			return unitOfWork.run(context, work);
		},

		/** Returns the waveform of a recording. @throws `not_found` `forbidden` `purged` `gone` `state_conflict` */
		async waveform(context: RequestContext, meetingId: string, recordingId: string): Promise<Waveform> {
			const { orgId, id, waveformBlobId, durationMs, state } = await find(context.principal, meetingId, recordingId);
			if (waveformBlobId === null) throw noWaveform(state);
			await reads.note(context, { orgId, fact: facts["recording.read"], objects: [{ id, meetingId }] });
			const content = await blobs.open(orgId, waveformBlobId);
			const peaks = await new Response(content.stream()).bytes();
			return { durationMs, peaks: [...peaks] };
		},

		/**
		 * Deletes a recording, its content and its waveform.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `legal_hold_active` `precondition_failed`
		 */
		async remove(context: RequestContext, meetingId: string, recordingId: string): Promise<void> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			await unitOfWork.run(context, async (change) => {
				const { tx, nowMs } = change;
				const meeting = await lockMeeting(change, orgId, meetingId, "run");
				const horizonMs = await horizonIn(tx, retention, change.principal, meeting, "recordings");
				const row = await ofMeeting(tx, await recordingsOf(tx, orgId).lock(recordingId), meetingId, horizonMs);
				await assertMeetingNotHeld(change, orgId, meetingId);
				assertIfMatch(context.ifMatch, row.version);
				await change.reach(recordingDeleted, row);
				await mixes.dropTrack(change, row);
				await recordingsOf(tx, orgId).remove(recordingId);
				const ledger = artifactsOf(tx, orgId);
				await ledger.remove("recording", recordingId, nowMs);
				await ledger.remove(WAVEFORM, recordingId, nowMs);
				change.record(orgId, facts["recording.delete"], { id: recordingId, object: toRecording(row) });
				await showInMeeting(change, row);
			});
		},
	};
}

/** Returns a recording if it is of this meeting, and shown. @throws `not_found` */
async function ofMeeting(
	db: ReadDb,
	row: RecordingRow | undefined,
	meetingId: string,
	horizonMs: Horizon,
): Promise<RecordingRow> {
	if (row?.meetingId !== meetingId) throw recordingNotFound();
	const owner = { orgId: row.orgId, ownerType: "recording", ownerId: row.id } as const;
	if (!(await isOwnerShown(db, owner, horizonMs))) throw recordingNotFound();
	return row;
}

/**
 * Asserts what the gate asserts of those who send a token.
 * @throws `insufficient_scope` `organization_suspended` `forbidden`
 */
function assertMayRead(principal: Principal): void {
	if (principal.system) return;
	if (principal.guestOf?.isOver) throw meetingOver();
	if (principal.role !== "guest" && !principal.scopes.has("meeting:read"))
		throw new AppError("insufficient_scope", "This requires the scope meeting:read.", {
			meta: { required: "meeting:read" },
		});
	const closed = principal.orgState === null ? null : closedIn(principal.orgState);
	if (closed) throw closed;
}
