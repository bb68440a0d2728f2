import type { MeetingRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { Versioned } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import { assertKept, findMeeting, lockMeeting, meetingOrg } from "#modules/meetings";
import { systemContext } from "#modules/permissions";
import type { RetentionReader } from "#platform/artifacts";
import { mayDeleteFrom } from "#platform/holds";
import type { Job, Jobs } from "#platform/jobs";
import type { Change, UnitOfWork } from "#platform/unit-of-work";
import { transcriptNotFound } from "./errors.ts";
import { canonicalLanguage, type ImportedFile, type ParsedTranscript, parseTranscript } from "./parse.ts";
import type { NewSpeaker, TranscriptKey, TranscriptWriter } from "./ports.ts";
import { ABANDON, type ErasePayload } from "./queues.ts";
import { participantName, transcriptsOf } from "./repository/transcripts.ts";
import type { Transcript } from "./schemas.ts";
import { toTranscript } from "./view.ts";

/** Segments stored in one transaction: about 20 ms. */
const PORTION = 1_000;
/** Time after which an import that was not finished is removed. */
const ABANDONED_MS = 60 * 60_000;

/** Dependencies of {@link createImportService}. */
export interface ImportDeps {
	readonly store: Store;
	readonly retention: RetentionReader;
	readonly clock: Clock;
	readonly unitOfWork: UnitOfWork;
	readonly jobs: Pick<Jobs, "enqueue">;
	readonly writer: TranscriptWriter;
}

/** An import in progress. */
interface Import {
	readonly orgId: string;
	readonly meetingId: string;
	readonly parsed: ParsedTranscript;
	/** BCP 47. */
	readonly language: string;
}

/** A transcript with the ids of its speakers, in the order of the file. */
interface Begun {
	readonly key: TranscriptKey;
	readonly speakerIds: readonly string[];
}

/** See {@link createImportService}. */
export type ImportService = ReturnType<typeof createImportService>;

/** Creates the service by which those who run a meeting give it a transcript that was made elsewhere. */
export function createImportService({ store, retention, clock, unitOfWork, jobs, writer }: ImportDeps) {
	/** Begins an import; what is left of it, should this process end, a job removes. */
	async function begin(change: Change, meeting: MeetingRow, { parsed, language }: Import): Promise<Begun> {
		const { orgId } = meeting;
		const { tx } = change;
		const key = await writer.createTranscript(change, meeting, {
			recordingId: null,
			source: "import",
			language,
			engine: null,
		});
		const speakers = await Promise.all(
			parsed.speakers.map((speaker) => withKnownParticipant(change, meeting, speaker)),
		);
		const speakerIds = await writer.addSpeakers(tx, key, speakers);
		if (parsed.segments.length > PORTION) {
			const payload: ErasePayload = { orgId, transcriptId: key.id };
			await jobs.enqueue(tx, { queue: ABANDON, orgId, payload, runAtMs: clock.nowMs() + ABANDONED_MS });
		}
		return { key, speakerIds };
	}

	/** Stores a portion of the segments; the last one makes the transcript readable in place of an earlier import. */
	async function storePortion(
		change: Change,
		{ parsed, language }: Import,
		{ key, speakerIds }: Begun,
		from: number,
	): Promise<Transcript | undefined> {
		const portion = parsed.segments.slice(from, from + PORTION).map(({ speaker, ...segment }, index) => ({
			...segment,
			seq: from + index + 1,
			speakerId: speaker === null ? null : (speakerIds[speaker] ?? null),
			language: segment.language ?? language,
		}));
		await writer.insertSegments(change.tx, key, portion);
		if (from + PORTION < parsed.segments.length) return undefined;
		const spoken = parsed.segments.map((segment) => segment.language ?? language);
		await writer.publishTranscript(change, key, { language, languages: [...new Set([language, ...spoken])] });
		const transcripts = transcriptsOf(change.tx, key.orgId);
		const saved = await transcripts.find(key.id);
		if (!saved) throw transcriptNotFound();
		const others = await transcripts.listReady(saved.meetingId, saved.id);
		const replaced = others.filter((other) => other.source === "import" && other.language === language);
		if (replaced.length > 0 && (await mayDeleteFrom(change.tx, key.orgId, saved.meetingId)))
			for (const other of replaced) await writer.removeTranscript(change, other);
		return toTranscript(saved);
	}

	async function run(context: RequestContext, work: Import): Promise<Transcript> {
		const { orgId, meetingId, parsed } = work;
		let begun: Begun | undefined;
		for (let from = 0; ; from += PORTION) {
			const known = begun;
			const step = await unitOfWork.run(context, async (change) => {
				const meeting = await lockMeeting(change, orgId, meetingId, "run");
				await assertKept(change, retention, { orgId, meeting }, "transcripts");
				const here = known ?? (await begin(change, meeting, work));
				return { here, transcript: await storePortion(change, work, here, from) };
			});
			begun = step.here;
			if (step.transcript !== undefined) return step.transcript;
			if (from > parsed.segments.length) throw new Error("an import did not end");
		}
	}

	return {
		/**
		 * Gives a meeting the transcript in a file. It takes the place of one that was imported in the same language, which
		 * stays in a meeting that is held.
		 * @throws `invalid_request` `validation_failed` `invalid_json` `not_found` `forbidden` `purged` `state_conflict`
		 */
		async import(
			context: RequestContext,
			meetingId: string,
			file: { readonly language: string | undefined; readonly read: () => Promise<ImportedFile> },
		): Promise<Versioned<Transcript>> {
			const { principal } = context;
			const orgId = await meetingOrg(store, principal, meetingId);
			const meeting = await findMeeting(store.db, principal, orgId, meetingId, "enter");
			const asked = parseLanguage(file.language);
			const parsed = await parseTranscript(await file.read());
			const language = asked ?? parsed.language ?? meeting.language;
			const data = await run(context, { orgId, meetingId, parsed, language });
			return { data, version: data.version };
		},

		/** Removes an import that was never finished. */
		async abandon({ payload }: Job): Promise<void> {
			const { orgId, transcriptId } = payload as ErasePayload;
			await unitOfWork.run(systemContext(`job:${ABANDON}`), async (change) => {
				const row = await transcriptsOf(change.tx, orgId).lock(transcriptId);
				if (row?.state === "processing") await writer.removeTranscript(change, row);
			});
		},
	};
}

/** @throws `invalid_request` */
function parseLanguage(tag: string | undefined): string | null {
	if (tag === undefined) return null;
	const language = canonicalLanguage(tag);
	if (language === null) throw new AppError("invalid_request", "language must be a language, such as en or de-CH.");
	return language;
}

/** Returns a speaker without the participant, unless the meeting has that participant. */
async function withKnownParticipant({ tx }: Change, meeting: MeetingRow, speaker: NewSpeaker): Promise<NewSpeaker> {
	const { label, participantId } = speaker;
	if (participantId === null) return speaker;
	const { orgId, id: meetingId } = meeting;
	const name = await participantName(tx, { orgId, meetingId }, participantId);
	return name === undefined ? { label, participantId: null } : speaker;
}
