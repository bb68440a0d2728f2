import type { MeetingRow, RecordingRow } from "#db/schema";
import type { ReadDb, Store } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import type { Cursors } from "#kernel/cursor";
import { AppError } from "#kernel/errors";
import { assertIfMatch } from "#kernel/etag";
import { pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import type { PublicUrl } from "#kernel/public-url";
import type { RequestContext } from "#kernel/request-context";
import { findMeeting, lockMeeting, meetingOrg, meetingOver } from "#modules/meetings";
import { closedIn } from "#modules/organizations";
import { artifactsOf } from "#platform/artifacts";
import type { Blobs, OpenBlob } from "#platform/blobs";
import type { Change, UnitOfWork } from "#platform/unit-of-work";
import { showInMeeting } from "./artifact.ts";
import { noWaveform, recordingNotFound } from "./errors.ts";
import { facts } from "./facts.ts";
import type { OnRecordingDeleted } from "./ports.ts";
import { listRecordings, oldestFirst, recordingsOf } from "./repository.ts";
import { type ListRecordingsQuery, type RecordingTicket, recordingFields, type Waveform } from "./schemas.ts";
import type { Identities, Tickets } from "./tickets.ts";
import { toRecording } from "./view.ts";
import { WAVEFORM } from "./waveforms.ts";

/** Dependencies of {@link createRecordingsService}. */
export interface RecordingsDeps {
	readonly store: Store;
	readonly unitOfWork: UnitOfWork;
	readonly cursors: Cursors;
	readonly blobs: Blobs;
	readonly publicUrl: PublicUrl;
	readonly tickets: Tickets;
	readonly identities: Identities;
	readonly onRecordingDeleted: OnRecordingDeleted;
}

/** A recording, and its content. */
export interface RecordingContent {
	readonly recording: RecordingRow;
	readonly content: OpenBlob;
}

/** See {@link createRecordingsService}. */
export type RecordingsService = ReturnType<typeof createRecordingsService>;

/** Creates the service of recordings: whoever may enter a meeting plays them, whoever runs it deletes them. */
export function createRecordingsService(deps: RecordingsDeps) {
	const { store, unitOfWork, cursors, blobs, publicUrl, tickets, identities, onRecordingDeleted } = deps;

	/** Returns a meeting that the caller may enter. @throws `not_found` `forbidden` `purged` */
	async function enter(principal: Principal, meetingId: string, db: ReadDb = store.db): Promise<MeetingRow> {
		return findMeeting(db, principal, await meetingOrg(store, principal, meetingId), meetingId, "enter");
	}

	/** Returns a recording of a meeting that the caller may enter. @throws `not_found` `forbidden` `purged` */
	async function find(principal: Principal, meetingId: string, recordingId: string): Promise<RecordingRow> {
		const { orgId } = await enter(principal, meetingId);
		return ofMeeting(await recordingsOf(store.db, orgId).find(recordingId), meetingId);
	}

	async function open(principal: Principal, meetingId: string, recordingId: string): Promise<RecordingContent> {
		const recording = await find(principal, meetingId, recordingId);
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
			await findMeeting(store.db, principal, orgId, meetingId, "enter");
			return request.page(await listRecordings(store.db, orgId, request, { meetingId }), oldestFirst, toRecording);
		},

		/** Returns a recording. @throws `not_found` `forbidden` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, meetingId: string, recordingId: string, fields: string | undefined) {
			const select = recordingFields.parse(fields);
			const row = await find(principal, meetingId, recordingId);
			return { data: select(toRecording(row)), version: row.version, variant: fields };
		},

		/** Opens the content of a recording. @throws `not_found` `forbidden` `purged` */
		content: ({ principal }: RequestContext, meetingId: string, recordingId: string): Promise<RecordingContent> =>
			open(principal, meetingId, recordingId),

		/**
		 * Opens the content of the recording that a ticket is for, if its holder may still play it.
		 * @throws `unauthenticated` `token_expired` `token_revoked` `session_revoked` `insufficient_scope` `not_found`
		 * `forbidden` `purged` `organization_suspended`
		 */
		async contentByTicket({ ip }: RequestContext, sealed: string): Promise<RecordingContent> {
			const { meetingId, recordingId, caller } = tickets.open(sealed);
			const principal = await identities.recognize(caller, { ip });
			assertMayRead(principal);
			return open(principal, meetingId, recordingId);
		},

		/** Makes an address for players. @throws `not_found` `forbidden` `purged` */
		async ticket(context: RequestContext, meetingId: string, recordingId: string): Promise<RecordingTicket> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			const work = async (change: Change) => {
				await findMeeting(change.tx, change.principal, orgId, meetingId, "enter");
				ofMeeting(await recordingsOf(change.tx, orgId).find(recordingId), meetingId);
				change.record(orgId, facts["recording.ticket"], { id: recordingId });
				const caller = identities.identify(context.principal);
				const { ticket, expiresAtMs } = tickets.issue({ meetingId, recordingId, caller });
				return { url: `${publicUrl.href}/recordings/${ticket}`, expiresAt: rfc3339(expiresAtMs) };
			};
			return unitOfWork.run(context, work, { storeOutcome: false });
		},

		/** Returns the waveform of a recording. @throws `not_found` `forbidden` `purged` `state_conflict` */
		async waveform({ principal }: RequestContext, meetingId: string, recordingId: string): Promise<Waveform> {
			const { orgId, waveformBlobId, durationMs, state } = await find(principal, meetingId, recordingId);
			if (waveformBlobId === null) throw noWaveform(state);
			const content = await blobs.open(orgId, waveformBlobId);
			const peaks = await new Response(content.stream()).bytes();
			return { durationMs, peaks: [...peaks] };
		},

		/**
		 * Deletes a recording, its content and its waveform.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `precondition_failed`
		 */
		async remove(context: RequestContext, meetingId: string, recordingId: string): Promise<void> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			await unitOfWork.run(context, async (change) => {
				const { tx, nowMs } = change;
				await lockMeeting(change, orgId, meetingId, "run");
				const row = ofMeeting(await recordingsOf(tx, orgId).lock(recordingId), meetingId);
				assertIfMatch(context.ifMatch, row.version);
				await onRecordingDeleted(change, row);
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

/** Returns a recording if it is of this meeting. @throws `not_found` */
function ofMeeting(row: RecordingRow | undefined, meetingId: string): RecordingRow {
	if (row?.meetingId !== meetingId) throw recordingNotFound();
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
