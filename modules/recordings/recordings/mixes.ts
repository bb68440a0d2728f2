/**
 * Mixes (decision 112): the tracks of a capture in one file. A capture has at most one, of all its tracks whose participants
 * do not deny being recorded. What takes a voice out of a capture deletes the mix that contains it in the same transaction,
 * and the job of `mixer.ts` makes it again; under a legal hold the mix stays, as the tracks do.
 */
import type { MeetingRow, RecordingRow } from "#db/schema";
import type { Db } from "#db/store";
import { type Clock, MINUTE_MS } from "#kernel/clock";
import { artifactsOf } from "#platform/artifacts";
import { mayDeleteFrom } from "#platform/holds";
import type { Jobs } from "#platform/jobs";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { mixesOfMeeting, recordingsOf, recordingsOfCapture, tracksOfParticipant } from "./repository.ts";
import { toRecording } from "./view.ts";
import { WAVEFORM } from "./waveforms.ts";

/** Queue of the jobs that make mixes. */
export const MIX = "recordings.mix";
/** Time after the last change to the tracks of a capture until they are mixed, in ms: most of them arrive together. */
export const QUIET_MS = MINUTE_MS;

/** A mix. */
export type MixRow = RecordingRow & { readonly mixOf: readonly string[] };

/** Whether a recording is a mix. */
export const isMix = (row: RecordingRow): row is MixRow => row.mixOf !== null;

/** A participant of a meeting. */
interface Voice {
	readonly orgId: string;
	readonly meetingId: string;
	readonly participantId: string;
}

export type Mixes = ReturnType<typeof createMixes>;

/** Creates the functions by which changes to recordings bring mixes up to date. */
export function createMixes({ jobs, clock }: { readonly jobs: Pick<Jobs, "enqueue">; readonly clock: Clock }) {
	/** Lets the tracks of a capture be mixed once nothing has changed for a while. A recording of no capture has no mix. */
	async function enqueue(
		tx: Db,
		{ orgId, meetingId, captureId }: Pick<RecordingRow, "orgId" | "meetingId" | "captureId">,
		delayMs = QUIET_MS,
	): Promise<void> {
		if (captureId === null) return;
		const payload = { meetingId, captureId };
		await jobs.enqueue(tx, { queue: MIX, orgId, payload, runAtMs: clock.nowMs() + delayMs });
	}

	return {
		enqueue,

		/** Deletes the mix that contains a track which is about to be deleted, and lets it be made again. */
		async dropTrack(change: Change, track: RecordingRow): Promise<void> {
			const { captureId } = track;
			if (captureId === null || isMix(track)) return;
			const rows = await recordingsOfCapture(change.tx, { ...track, captureId });
			for (const mix of rows.filter(isMix)) await dropMix(change, mix);
			await enqueue(change.tx, track);
		},

		/** Hides the mix that contains a track whose retention period is over: the same run deletes it. */
		async purgeTrack({ tx, nowMs }: Change, track: RecordingRow): Promise<void> {
			const { orgId, captureId } = track;
			if (captureId === null || isMix(track)) return;
			const rows = await recordingsOfCapture(tx, { ...track, captureId });
			for (const { id } of rows.filter(isMix)) await artifactsOf(tx, orgId).purgeToo("recording", id, nowMs);
			await enqueue(tx, track);
		},

		/**
		 * Deletes the mixes that contain the voice of a participant, lets them be made again, and returns them. Without a
		 * change: an erasure counts what it erases, and records nothing else.
		 */
		async dropVoice(tx: Db, voice: Voice, nowMs: number): Promise<readonly MixRow[]> {
			const found = (await mixesOfMeeting(tx, voice)).filter(isMix);
			if (found.length === 0) return [];
			const ids = new Set(await tracksOfParticipant(tx, voice));
			const mixes = found.filter(({ mixOf }) => mixOf.some((id) => ids.has(id)));
			for (const mix of mixes) await enqueue(tx, mix);
			if (mixes.length === 0 || !(await mayDeleteFrom(tx, voice.orgId, voice.meetingId))) return [];
			for (const mix of mixes) await removeMix(tx, mix, nowMs);
			return mixes;
		},
	};
}

/** Deletes a mix within a change. */
export async function dropMix(change: Change, mix: MixRow): Promise<void> {
	await removeMix(change.tx, mix, change.nowMs);
	recordRemoval(change, mix);
}

/** Records that a mix was deleted. */
export const recordRemoval = (change: Change, mix: MixRow): void =>
	void change.record(mix.orgId, facts["recording.delete"], { id: mix.id, object: toRecording(mix) });

async function removeMix(tx: Db, { orgId, id }: MixRow, nowMs: number): Promise<void> {
	await recordingsOf(tx, orgId).remove(id);
	const ledger = artifactsOf(tx, orgId);
	await ledger.remove("recording", id, nowMs);
	await ledger.remove(WAVEFORM, id, nowMs);
}

/** Returns when a track began, in ms from the start of its meeting: it is the same whichever track arrives first. */
export const offsetOf = ({ startedAtMs }: RecordingRow, meeting: MeetingRow): number =>
	Math.max(0, (startedAtMs ?? 0) - (meeting.startedAtMs ?? startedAtMs ?? 0));
