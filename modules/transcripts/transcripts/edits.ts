import type { SpeakerRow, TranscriptRow } from "#db/schema";
import type { FieldChange } from "#kernel/differences";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { invalidMember } from "#kernel/field-errors";
import type { RequestContext } from "#kernel/request-context";
import { normalizeCueText } from "#kernel/subtitles/cue";
import { parseName } from "#kernel/text";
import { readRedaction } from "#modules/governance/redaction";
import { assertSwitchedOn } from "#modules/tenancy/features";
import { assertMeetingNotHeld, keepFormer } from "#platform/holds";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { type FoundTranscript, lockReadable, lockTranscript, transcriptOrg } from "./access.ts";
import { assertAttributable } from "./consent.ts";
import { segmentNotFound, speakerNotFound } from "./errors.ts";
import { facts } from "./facts.ts";
import { transcriptEdited } from "./moments.ts";
import type { TranscriptWriter } from "./ports.ts";
import { readSegmentsOf, reviseSegment } from "./repository/segments.ts";
import { participantName, speakersOf, writeSpeakersOf } from "./repository/transcripts.ts";
import type { Segment, Speaker, UpdateSegmentRequest, UpdateSpeakerRequest } from "./schemas.ts";
import { segmentView, shownSpeakers, toSpeaker } from "./view.ts";
import { saveTranscript } from "./writer.ts";

export interface EditsDeps extends Pick<Core, "store" | "retention" | "unitOfWork"> {
	readonly writer: TranscriptWriter;
}

export type EditingService = ReturnType<typeof createEditingService>;

/** Creates the service by which those who run a meeting correct and remove its transcripts. */
export function createEditingService({ store, retention, unitOfWork, writer }: EditsDeps) {
	/** Runs a change of what a transcript says. @throws `not_found` `forbidden` `purged` `state_conflict` */
	async function edit<T>(
		context: RequestContext,
		transcriptId: string,
		work: (change: Change, found: FoundTranscript) => Promise<T>,
	): Promise<T> {
		const orgId = await transcriptOrg(store, context.principal, transcriptId);
		return unitOfWork.run(context, async (change) => {
			const found = await lockReadable(change, retention, orgId, transcriptId);
			await assertSwitchedOn(change.tx, orgId, "transcriptEditing");
			return work(change, found);
		});
	}

	/** Records that a transcript says something else; what it is stays out of the record. */
	async function saveRevision(
		change: Change,
		row: TranscriptRow,
		{ path, from, segmentId }: { readonly path: string; readonly from: number; readonly segmentId: string | null },
	): Promise<void> {
		const changes: FieldChange[] = [{ path, from, to: from + 1 }];
		const revision = row.revision + 1;
		const saved = await saveTranscript(change, row, { revision }, facts["transcript.update"], { changes });
		await change.reach(transcriptEdited, { transcript: saved, segmentId });
	}

	return {
		/**
		 * Changes the text or the speaker of a segment; those it had are kept.
		 * @throws `validation_failed` `not_found` `forbidden` `purged` `state_conflict` `precondition_failed`
		 * `consent_required` for a speaker who denied it
		 */
		async updateSegment(
			context: RequestContext,
			transcriptId: string,
			segmentId: string,
			request: UpdateSegmentRequest,
		): Promise<Versioned<Segment>> {
			return edit(context, transcriptId, async (change, { transcript, meeting }) => {
				const [row, speakers, redaction] = await Promise.all([
					readSegmentsOf(change.tx, transcript).find(segmentId),
					speakersOf(change.tx, transcript),
					readRedaction(change.tx, transcript.orgId),
				]);
				if (!row) throw segmentNotFound();
				assertIfMatch(context.ifMatch, row.revision);
				const speakerOf = shownSpeakers(speakers);
				const speakerId = request.speakerId === undefined ? row.speakerId : request.speakerId;
				if (speakerId !== row.speakerId) {
					assertSpeaker(speakers, speakerId, "/speakerId");
					await assertAttributable(change.tx, meeting, [{ from: speakerOf(row.speakerId), to: speakerOf(speakerId) }]);
				}
				const asked = request.text === undefined ? row.text : normalizeCueText(request.text);
				// Whoever sends back what they were shown has not changed it.
				const text = asked === redaction.text(row.text, row.language) ? row.text : asked;
				const view = segmentView(speakerOf, redaction);
				if (text === row.text && speakerId === row.speakerId) return { data: view(row), version: row.revision };
				const next = { text, speakerId, revision: row.revision + 1 };
				await reviseSegment(change.tx, row, next, change.principal.id, change.nowMs);
				await saveRevision(change, transcript, {
					path: `/segments/${segmentId}/revision`,
					from: row.revision,
					segmentId,
				});
				return { data: view({ ...row, ...next, edited: true }), version: next.revision };
			});
		},

		/**
		 * Renames a speaker, links it to a participant, or merges it into another.
		 * @throws `validation_failed` `not_found` `forbidden` `purged` `state_conflict` `precondition_failed`
		 * `consent_required` for a participant who denied it
		 */
		async updateSpeaker(
			context: RequestContext,
			transcriptId: string,
			speakerId: string,
			request: UpdateSpeakerRequest,
		): Promise<Versioned<Speaker>> {
			const label = request.label === undefined ? undefined : parseName(request.label, "/label");
			return edit(context, transcriptId, async (change, { transcript, meeting }) => {
				const speakers = await speakersOf(change.tx, transcript);
				const row = speakers.find(({ id }) => id === speakerId);
				if (!row) throw speakerNotFound();
				assertIfMatch(context.ifMatch, row.version);
				const name = await nameOf(change, transcript, request.participantId);
				const next: SpeakerRow = {
					...row,
					label: label ?? name ?? row.label,
					participantId: request.participantId === undefined ? row.participantId : request.participantId,
					mergedInto: request.mergeInto === undefined ? row.mergedInto : mergeTarget(speakers, row, request.mergeInto),
				};
				if (isSame(row, next)) return { data: toSpeaker(row), version: row.version };
				const changed = speakers.map((speaker) => (speaker === row ? next : speaker));
				await assertAttributable(change.tx, meeting, [
					{ from: row, to: next },
					{ from: shownSpeakers(speakers)(speakerId), to: shownSpeakers(changed)(speakerId) },
				]);
				const saved = { ...next, version: row.version + 1 };
				const { orgId: _, id, ...values } = saved;
				const rows = writeSpeakersOf(change.tx, transcript);
				await Promise.all([
					rows.update(id, values),
					keepFormer(change, { ...transcript, type: "speaker", id }, row, next),
				]);
				if (saved.mergedInto !== null && saved.mergedInto !== row.mergedInto) await rows.redirect(id, saved.mergedInto);
				await saveRevision(change, transcript, { path: `/speakers/${id}/version`, from: row.version, segmentId: null });
				return { data: toSpeaker(saved), version: saved.version };
			});
		},

		/**
		 * Removes a transcript that is not being made.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `legal_hold_active` `precondition_failed`
		 */
		async remove(context: RequestContext, transcriptId: string): Promise<void> {
			const orgId = await transcriptOrg(store, context.principal, transcriptId);
			await unitOfWork.run(context, async (change) => {
				const { transcript: row } = await lockTranscript(change, retention, orgId, transcriptId);
				await assertMeetingNotHeld(change, orgId, row.meetingId);
				assertIfMatch(context.ifMatch, row.version);
				await writer.removeTranscript(change, row);
			});
		},
	};
}

/** Returns the name of a participant that a speaker is to be linked to; undefined for none. @throws `validation_failed` */
async function nameOf(
	{ tx }: Change,
	transcript: TranscriptRow,
	id: string | null | undefined,
): Promise<string | undefined> {
	if (id == null) return undefined;
	const name = await participantName(tx, transcript, id);
	if (name === undefined) throw invalidMember("/participantId", "unknown", "must be a participant of the meeting");
	return name;
}

/** @throws `validation_failed` naming `path` */
function assertSpeaker(speakers: readonly SpeakerRow[], id: string | null, path: string): void {
	if (id !== null && !speakers.some((speaker) => speaker.id === id))
		throw invalidMember(path, "unknown", "must be a speaker of the transcript");
}

/** Returns the speaker that one is merged into: the requested one, or who that was merged into. */
function mergeTarget(speakers: readonly SpeakerRow[], { id }: SpeakerRow, into: string | null): string | null {
	if (into === null) return null;
	assertSpeaker(speakers, into, "/mergeInto");
	const target = speakers.find((speaker) => speaker.id === into)?.mergedInto ?? into;
	if (target === id) throw invalidMember("/mergeInto", "invalid", "must not be the speaker that is merged");
	return target;
}

const isSame = (row: SpeakerRow, next: SpeakerRow): boolean =>
	row.label === next.label && row.participantId === next.participantId && row.mergedInto === next.mergedInto;
