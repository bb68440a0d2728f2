import type { MeetingRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import type { Versioned } from "#kernel/etag";
import { FieldErrors } from "#kernel/field-errors";
import { parseProse } from "#kernel/prose";
import type { RequestContext } from "#kernel/request-context";
import { text } from "#kernel/texts";
import { assertKept, findMeeting, lockMeeting, meetingOrg } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import { mayDeleteFrom } from "#platform/holds";
import type { Job, Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { consentingSpeakers } from "./consent.ts";
import { transcriptNotFound } from "./errors.ts";
import type { ImportedTranscript } from "./import-schemas.ts";
import { nameKey } from "./labels.ts";
import { canonicalLanguage, type ImportedFile, type ParsedTranscript, parseTranscript } from "./parse.ts";
import type { NewSpeaker, TranscriptKey, TranscriptWriter } from "./ports.ts";
import { ABANDON, type ErasePayload } from "./queues.ts";
import { participantName, participantNames, transcriptsOf, writeSpeakersOf } from "./repository/transcripts.ts";
import type { Transcript } from "./schemas.ts";
import { MAX_STATEMENT } from "./values.ts";
import { toTranscript } from "./view.ts";

/** Segments stored in one transaction: about 20 ms. */
const PORTION = 1_000;
/** Time after which an import that was not finished is removed. */
const ABANDONED_MS = 60 * 60_000;

export interface ImportDeps extends Pick<Core, "store" | "retention" | "clock" | "unitOfWork"> {
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
	/** What the importer states about consent; null: nothing. */
	readonly consentStatement: string | null;
}

/** A transcript with its speakers, in the order of the file. */
interface Begun {
	readonly key: TranscriptKey;
	readonly speakers: readonly (NewSpeaker & { readonly id: string })[];
}

export type ImportService = ReturnType<typeof createImportService>;

/** Creates the service by which those who run a meeting give it a transcript that was made elsewhere. */
export function createImportService({ store, retention, clock, unitOfWork, jobs, writer }: ImportDeps) {
	/** Begins an import; what is left of it, should this process end, a job removes. */
	async function begin(
		change: Change,
		meeting: MeetingRow,
		{ parsed, language, consentStatement }: Import,
	): Promise<Begun> {
		const { orgId } = meeting;
		const { tx } = change;
		const named = await withParticipants(change, meeting, parsed.speakers);
		const speakers = await consentingSpeakers(tx, meeting, named, consentStatement);
		const key = await writer.createTranscript(change, meeting, {
			recordingId: null,
			source: "import",
			language,
			engine: null,
			consentStatement,
		});
		const speakerIds = await writer.addSpeakers(tx, key, speakers);
		if (parsed.segments.length > PORTION) {
			const payload: ErasePayload = { orgId, transcriptId: key.id };
			await jobs.enqueue(tx, { queue: ABANDON, orgId, payload, runAtMs: clock.nowMs() + ABANDONED_MS });
		}
		return { key, speakers: speakers.map((speaker, at) => ({ ...speaker, id: speakerIds[at] ?? "" })) };
	}

	/** Returns an import with the speakers who still consent: a participant may have denied it since the last portion. */
	async function resume({ tx }: Change, meeting: MeetingRow, { consentStatement }: Import, { key, speakers }: Begun) {
		const consenting = await consentingSpeakers(tx, meeting, speakers, consentStatement);
		const rows = writeSpeakersOf(tx, key);
		for (const [at, { id, participantId }] of consenting.entries())
			if (participantId !== speakers[at]?.participantId) await rows.update(id, { participantId });
		return { key, speakers: consenting };
	}

	/** Stores a portion of the segments; the last one makes the transcript readable in place of an earlier import. */
	async function storePortion(
		change: Change,
		{ parsed, language }: Import,
		{ key, speakers }: Begun,
		from: number,
	): Promise<Transcript | undefined> {
		const portion = parsed.segments.slice(from, from + PORTION).map(({ speaker, ...segment }, index) => ({
			...segment,
			seq: from + index + 1,
			speakerId: speaker === null ? null : (speakers[speaker]?.id ?? null),
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

	async function run(context: RequestContext, work: Import): Promise<ImportedTranscript> {
		const { orgId, meetingId, parsed } = work;
		let begun: Begun | undefined;
		for (let from = 0; ; from += PORTION) {
			const known = begun;
			const step = await unitOfWork.run(context, async (change) => {
				const meeting = await lockMeeting(change, orgId, meetingId, "run");
				await assertKept(change, retention, { orgId, meeting }, "transcripts");
				const here = known ? await resume(change, meeting, work, known) : await begin(change, meeting, work);
				return { here, transcript: await storePortion(change, work, here, from) };
			});
			begun = step.here;
			if (step.transcript !== undefined) return { ...step.transcript, recognized: recognizedIn(parsed, begun) };
			if (from > parsed.segments.length) throw new Error("an import did not end");
		}
	}

	return {
		/**
		 * Gives a meeting the transcript in a file. It takes the place of one that was imported in the same language, which
		 * stays in a meeting that is held. It takes the consent of the participants, or what the importer states about it.
		 * @throws `consent_required` `invalid_request` `validation_failed` `invalid_json` `not_found` `forbidden` `purged` `state_conflict`
		 */
		async import(
			context: RequestContext,
			meetingId: string,
			file: {
				readonly language: string | undefined;
				readonly consentStatement: string | undefined;
				readonly read: () => Promise<ImportedFile>;
			},
		): Promise<Versioned<ImportedTranscript>> {
			const { principal } = context;
			const orgId = await meetingOrg(store, principal, meetingId);
			const meeting = await findMeeting(store.db, principal, orgId, meetingId, "enter");
			const asked = parseLanguage(file.language);
			const consentStatement = parseStatement(file.consentStatement);
			const people = await participantNames(store.db, { orgId, meetingId });
			const parsed = await parseTranscript(orgId, await file.read(), new Set(people.map(({ name }) => nameKey(name))));
			const language = asked ?? parsed.language ?? meeting.language;
			const data = await run(context, { orgId, meetingId, parsed, language, consentStatement });
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
function parseStatement(statement: string | undefined): string | null {
	if (statement === undefined) return null;
	const parsed = new FieldErrors().check(() => parseProse(statement, "/consentStatement", MAX_STATEMENT));
	if (parsed !== undefined) return parsed;
	throw new AppError(
		"invalid_request",
		text("consentStatement must be a text of 1…{most} characters.", { most: MAX_STATEMENT }),
	);
}

/** @throws `invalid_request` */
function parseLanguage(tag: string | undefined): string | null {
	if (tag === undefined) return null;
	const language = canonicalLanguage(tag);
	if (language === null) throw new AppError("invalid_request", "language must be a language, such as en or de-CH.");
	return language;
}

/**
 * Returns speakers with their participants: the one a file names, if the meeting has it; otherwise the only one of that
 * name.
 */
async function withParticipants(
	{ tx }: Change,
	{ orgId, id: meetingId }: MeetingRow,
	speakers: readonly NewSpeaker[],
): Promise<NewSpeaker[]> {
	if (speakers.length === 0) return [];
	const people = await participantNames(tx, { orgId, meetingId });
	const ofName = Map.groupBy(people, ({ name }) => nameKey(name));
	const onlyOne = (label: string): string | null => {
		const [first, second] = ofName.get(nameKey(label)) ?? [];
		return first !== undefined && second === undefined ? first.id : null;
	};
	return Promise.all(
		speakers.map(async ({ label, participantId }) => {
			const isKnown =
				participantId !== null && (await participantName(tx, { orgId, meetingId }, participantId)) !== undefined;
			return { label, participantId: isKnown ? participantId : onlyOne(label) };
		}),
	);
}

/** Returns who was recognized in a file, and how many of its segments name nobody. */
function recognizedIn({ segments }: ParsedTranscript, { speakers }: Begun): ImportedTranscript["recognized"] {
	const counts = new Map<number | null, number>();
	for (const { speaker } of segments) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
	return {
		speakers: speakers.map((speaker, at) => ({ ...speaker, segmentCount: counts.get(at) ?? 0 })),
		unattributedCount: counts.get(null) ?? 0,
	};
}
