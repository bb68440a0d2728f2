import type { MeetingRow, ParticipantRow, RecordingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { HOUR_MS } from "#kernel/clock";
import { AppError, type ErrorCode } from "#kernel/errors";
import type { Media, PlacedSound } from "#modules/engines/media";
import { denyingAmong, isRecordable } from "#modules/meetings/consents";
import { findMeetingRow, lockMeetingRow } from "#modules/meetings/meetings";
import { findParticipant, lockParticipant } from "#modules/meetings/participants";
import { findOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { horizonOf, isOwnerShown } from "#platform/artifacts";
import type { StoredObject } from "#platform/blobs";
import { isMeetingHeld, mayDeleteFrom } from "#platform/holds";
import type { Job } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { showInMeeting } from "./artifact.ts";
import { createRecording, type MadeFile, ownerOf, type RecordedFile } from "./create.ts";
import { facts } from "./facts.ts";
import { dropMix, isMix, MIX, type Mixes, type MixRow, offsetOf, QUIET_MS } from "./mixes.ts";
import { type CaptureKey, recordingsOfCapture } from "./repository.ts";
import { toRecording } from "./view.ts";
import { setWaveform, storePeaks } from "./waveforms.ts";

/** Longest mix, in ms: as long as the longest recording that is transcribed. */
const MAX_DURATION_MS = 24 * HOUR_MS;
/** Number of peaks of a waveform, as of other recordings. */
const PEAKS = 2_000;
/** Lease of a job in ms: how long the mix of a killed process waits for another. */
const LEASE_MS = 20_000;
/** Time in ms after which it is tried again, where a hold or a suspended organization prevents it. */
const LATER_MS = HOUR_MS;
/** What is wrong with a track that is left out; with everything else, the job is tried again. */
const UNREADABLE: readonly ErrorCode[] = [
	"unsupported_media_type",
	"media_unreadable",
	"media_has_no_audio",
	"media_too_long",
	"gone",
];

export interface MixerDeps
	extends Pick<Core, "store" | "clock" | "newId" | "unitOfWork" | "jobs" | "blobs" | "spool" | "retention"> {
	readonly media: Media;
	readonly mixes: Mixes;
}

/** A mix that is stored and belongs to no capture yet. */
interface StoredMix {
	readonly file: Pick<RecordedFile, "content" | "contentType" | "filename" | "startedAtMs">;
	readonly made: Omit<MadeFile, "createdAtMs">;
	readonly waveform: StoredObject;
}

/** What a capture shall have: its tracks as they were mixed. */
interface Wanted {
	readonly key: CaptureKey;
	readonly tracks: readonly RecordingRow[];
	readonly mix: StoredMix | null;
}

/** What a capture has. */
interface Capture {
	readonly tracks: readonly RecordingRow[];
	readonly mix: MixRow | undefined;
}

/**
 * Registers the jobs that make mixes. One looks at what its capture has now, so it can be repeated; where a track arrived a moment
 * ago, it leaves the work to the job of that one.
 */
export function registerMixer(deps: MixerDeps): void {
	const { store, clock, newId, unitOfWork, jobs, blobs, spool, retention, media, mixes } = deps;
	const context = () => systemContext(`job:${MIX}`);

	/**
	 * Returns the tracks of a capture that belong into its mix: those that are shown, of participants who do not deny being
	 * recorded and were not erased.
	 * @param person reads a participant
	 */
	async function find(
		db: ReadDb,
		meeting: MeetingRow,
		key: CaptureKey,
		person: (id: string) => ReturnType<typeof findParticipant>,
	): Promise<Capture> {
		const { orgId } = key;
		const rows = await recordingsOfCapture(db, key);
		const mix = rows.find(isMix);
		const candidates = rows.filter((row) => !isMix(row) && row.state !== "failed");
		// Each was kept with the consent of all, see the uploads; a refusal takes out only the voice of who refuses.
		if (candidates.length < 2 || !(await isRecordable(db, meeting))) return { tracks: [], mix };
		const ids = [...new Set(candidates.flatMap(({ participantId }) => participantId ?? []))].sort();
		const left = new Set(await denyingAmong(db, meeting, "recording", ids));
		for (const id of ids) if (isErased(await person(id))) left.add(id);
		const cutoffs = await retention.cutoffsFor(db, context().principal, orgId);
		const horizonMs = await horizonOf(db, meeting, "recordings", cutoffs);
		const tracks: RecordingRow[] = [];
		for (const row of candidates) {
			const owner = { orgId, ownerType: "recording", ownerId: row.id } as const;
			const isIn = row.participantId !== null && !left.has(row.participantId);
			if (isIn && (await isOwnerShown(db, owner, horizonMs))) tracks.push(row);
		}
		return { tracks: tracks.length < 2 ? [] : tracks, mix };
	}

	/** Yields the sound of tracks one after the other, each with its place; those that cannot be read are left out. */
	async function* soundOf(
		tracks: readonly RecordingRow[],
		placeOf: (track: RecordingRow) => number,
		signal: AbortSignal,
	) {
		for (const track of tracks) {
			const offsetMs = placeOf(track);
			if (offsetMs >= MAX_DURATION_MS) continue;
			const directory = await spool.directory();
			try {
				const audio = await decode(track, {
					directory: directory.path,
					signal,
					maxDurationMs: MAX_DURATION_MS - offsetMs,
				});
				if (!audio) continue;
				try {
					yield { audio, offsetMs } satisfies PlacedSound;
				} finally {
					await audio.close();
				}
			} finally {
				await directory.close();
			}
		}
	}

	async function decode({ orgId, blobId }: RecordingRow, options: Parameters<Media["decode"]>[1]) {
		try {
			const content = await (await blobs.open(orgId, blobId)).path();
			return await media.decode(content.path, options).finally(() => content.close());
		} catch (error) {
			if (error instanceof AppError && UNREADABLE.includes(error.code)) return undefined;
			throw error;
		}
	}

	/** Mixes tracks and stores the result; null when none of them has a sound. */
	async function make(
		meeting: MeetingRow,
		tracks: readonly RecordingRow[],
		signal: AbortSignal,
	): Promise<StoredMix | null> {
		const firstMs = Math.min(...tracks.map((track) => offsetOf(track, meeting)));
		const sounds = soundOf(tracks, (track) => offsetOf(track, meeting) - firstMs, signal);
		const directory = await spool.directory();
		try {
			const mixed = await media.mix(sounds, { directory: directory.path, peaks: PEAKS, signal });
			if (!mixed) return null;
			const { durationMs, channels, contentType, extension } = mixed;
			const id = newId("rec");
			const owned = blobs.forOwner(ownerOf({ orgId: meeting.orgId, id, meetingId: meeting.id }));
			const content = await owned.store(Bun.file(mixed.path).stream());
			const waveform = await storePeaks(owned, mixed.peaks);
			const startedAtMs = Math.min(...tracks.map(({ startedAtMs }) => startedAtMs ?? Number.POSITIVE_INFINITY));
			return {
				file: {
					content,
					contentType,
					filename: `recording${extension}`,
					startedAtMs: meeting.startedAtMs === null ? startedAtMs : meeting.startedAtMs + firstMs,
				},
				made: { id, state: "ready", durationMs, channels, hasVideo: false, mixOf: tracks.map(idOf) },
				waveform,
			};
		} finally {
			await directory.close();
		}
	}

	/** Puts a mix into its capture, in place of the one it has. */
	async function put(
		change: Change,
		key: CaptureKey,
		tracks: readonly RecordingRow[],
		{ file, made, waveform }: StoredMix,
	) {
		const createdAtMs = Math.min(...tracks.map((track) => track.createdAtMs));
		const createdBy = change.principal.id;
		const recorded = { ...key, ...file, language: null, participantId: null, createdBy };
		const row = await createRecording(change, newId, recorded, { ...made, createdAtMs });
		await setWaveform(change, row, waveform);
		change.record(row.orgId, facts["recording.probe"], { id: row.id, object: toRecording(row) });
	}

	/**
	 * Brings the mix of a capture up to date, if its tracks are still those that were mixed.
	 * @param mix null: it shall have none
	 * @returns whether it has that mix now
	 */
	async function replace(change: Change, meeting: MeetingRow, { key, tracks, mix }: Wanted): Promise<boolean> {
		const { tx } = change;
		// Whoever is erased meanwhile is erased before this change, or finds the mix that it stores.
		const now = await find(tx, meeting, key, (id) => lockParticipant(tx, key.orgId, id));
		if (now.mix && isOf(now.mix, now.tracks)) return false;
		const mayReplace = !now.mix || (await mayDeleteFrom(tx, key.orgId, key.meetingId));
		if (!mayReplace || !isSame(tracks, now.tracks)) {
			await mixes.enqueue(tx, key, mayReplace ? QUIET_MS : LATER_MS);
			return false;
		}
		if (now.mix) await dropMix(change, now.mix);
		if (mix) await put(change, key, tracks, mix);
		else await showInMeeting(change, key);
		return true;
	}

	/** Stores what is wanted in one change, or nothing of it. */
	async function settle(wanted: Wanted): Promise<void> {
		const { key, mix } = wanted;
		const { orgId, meetingId: id } = key;
		const isStored = await unitOfWork.run(context(), async (change) => {
			const meeting = await lockMeetingRow(change.tx, { orgId, id });
			return meeting !== undefined && replace(change, meeting, wanted);
		});
		if (isStored || !mix) return;
		const owned = blobs.forOwner(ownerOf({ orgId, id: mix.made.id, meetingId: id }));
		for (const object of [mix.file.content, mix.waveform]) await owned.discard(object);
	}

	/** Whether the mix of a capture cannot be changed now: its meeting is held, or its organization closed. */
	async function isBlocked({ orgId, meetingId }: CaptureKey, { mix }: Capture): Promise<boolean> {
		if ((await findOrganizationRow(store.db, orgId))?.state !== "active") return true;
		return mix !== undefined && isMeetingHeld(store.db, orgId, meetingId);
	}

	async function mixCapture(key: CaptureKey, signal: AbortSignal): Promise<void> {
		const { db } = store;
		const meeting = await findMeetingRow(db, { orgId: key.orgId, id: key.meetingId });
		if (!meeting) return;
		const capture = await find(db, meeting, key, (id) => findParticipant(db, key.orgId, id));
		const { tracks, mix } = capture;
		if (mix && isOf(mix, tracks)) return;
		if (tracks.some(({ createdAtMs }) => createdAtMs > clock.nowMs() - QUIET_MS)) return;
		if (tracks.length > 0 && !media.canMix()) return;
		if (await isBlocked(key, capture)) {
			await unitOfWork.run(context(), ({ tx }) => mixes.enqueue(tx, key, LATER_MS));
			return;
		}
		await settle({ key, tracks, mix: tracks.length === 0 ? null : await make(meeting, tracks, signal) });
	}

	jobs.handle(
		MIX,
		async ({ orgId, payload }: Job, { signal }) => {
			const { meetingId, captureId } = payload;
			if (orgId === null || typeof meetingId !== "string" || typeof captureId !== "string") return;
			await mixCapture({ orgId, meetingId, captureId }, signal);
		},
		{ concurrency: 1, leaseMs: LEASE_MS },
	);
}

/** Whether nothing says any more who a participant was. */
const isErased = (row: ParticipantRow | undefined): boolean => !row || (row.name === "" && row.userId === null);

const idOf = ({ id }: { readonly id: string }): string => id;

const isSame = (one: readonly RecordingRow[], other: readonly RecordingRow[]): boolean =>
	one.length === other.length && one.every(({ id }, at) => id === other[at]?.id);

/** Whether a mix is of these tracks. */
const isOf = ({ mixOf }: MixRow, tracks: readonly RecordingRow[]): boolean =>
	mixOf.length === tracks.length && tracks.every(({ id }) => mixOf.includes(id));
