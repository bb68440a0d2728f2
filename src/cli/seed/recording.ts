import type { DemoRecording } from "#db/seed/demo";
import { HOUR_MS, rfc3339 } from "#kernel/clock";
import type { Services } from "../../services.ts";
import { printError } from "../terminal.ts";
import path from "./lesson.opus" with { type: "file" };
import { giveTranscript } from "./lesson-text.ts";
import type { Examples } from "./seed-ids.ts";
import type { Visitor } from "./visitor.ts";

/** What became of the recorded meeting. */
export interface SeededRecording {
	readonly meetingId: string;
	readonly title: string;
	/** Whether it was uploaded; false for one that existed before. */
	readonly isNew: boolean;
	/** State of its transcript: `ready`, or that of the job which makes it. */
	readonly transcript: string;
	/** The transcript of the engine; without an engine, the script that was read. */
	readonly transcriptId: string | null;
	/** The command that installs an engine, when there is none; null otherwise. */
	readonly command: string | null;
}

interface ListedMeeting {
	readonly id: string;
	readonly title: string;
	readonly artifacts: { readonly recording: { readonly state: string } };
}

/** A transcript of the meeting. */
export interface ListedTranscript {
	readonly id: string;
	readonly state: string;
	readonly source: string;
}

/** Services that seeding the recording uses. */
type Used = Pick<Services, "speech" | "jobs" | "clock" | "translations">;

/** Queue of the processing of recordings. */
const PROCESSING = "processing.transcription";
/** Time between looks at a job that another process works on, in ms. */
const LOOK_EVERY_MS = 500;

/** Uploads the recording in its pieces, as a client would, and returns the id of its meeting. */
async function upload(
	visit: Visitor,
	workspaceId: string,
	{ title, filename, language, description }: DemoRecording,
	nowMs: number,
): Promise<string> {
	const bytes = await Bun.file(path).bytes();
	const { data } = await visit("POST", "/meetings/upload/init", {
		workspaceId,
		title,
		filename,
		language,
		contentType: "audio/ogg",
		size: bytes.length,
		startedAt: rfc3339(nowMs - HOUR_MS),
		sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
	});
	const { uploadId, meetingId } = data as { readonly uploadId: string; readonly meetingId: string };
	const { uploadOffset } = await visit("PATCH", `/uploads/${uploadId}`, undefined, {
		bytes,
		headers: {
			"tus-resumable": "1.0.0",
			"upload-offset": "0",
			"content-type": "application/offset+octet-stream",
		},
	});
	if (uploadOffset !== bytes.length) throw new Error("the recording was not accepted");
	await visit("PATCH", `/meetings/${meetingId}`, { description });
	return meetingId;
}

const isUploaded = ({ artifacts }: ListedMeeting): boolean => artifacts.recording.state !== "waiting";
const isInWork = (state: string): boolean => state === "waiting" || state === "queued" || state === "running";

/** Asks for the transcription of the recording, unless it is under way, and returns the id of the job. */
async function askForTranscription(visit: Visitor, meetingId: string): Promise<string> {
	const { data, meta } = await visit("POST", `/meetings/${meetingId}/transcribe`, {});
	return String(meta.jobId ?? (data as { readonly id: string }).id);
}

/** Waits for a job, which is done here unless a server does it; returns the state in which it ended. */
async function finish({ jobs }: Used, visit: Visitor, jobId: string): Promise<string> {
	const look = async () => ((await visit("GET", `/jobs/${jobId}`)).data as { readonly state: string }).state;
	let state = await look();
	while (isInWork(state)) {
		if ((await jobs.runDue(PROCESSING)) === 0) await Bun.sleep(LOOK_EVERY_MS);
		state = await look();
	}
	return state;
}

/**
 * Uploads the recorded meeting of an organization, unless it exists, and has its transcript made by the engine of this
 * installation, if there is one. The script of the recording is imported beside it, with its translation.
 */
export async function seedRecording(
	services: Used,
	visit: Visitor,
	at: { readonly orgId: string; readonly workspaceId: string },
	recording: DemoRecording,
	examples: Examples,
): Promise<SeededRecording> {
	const { data } = await visit("GET", `/meetings?workspaceId=${at.workspaceId}&limit=200`);
	const known = (data as ListedMeeting[]).find((meeting) => meeting.title === recording.title && isUploaded(meeting));
	const engine = await services.speech.choose({ orgId: at.orgId, language: recording.language });
	const missing = "unavailable" in engine ? engine.unavailable : null;

	examples.expect("mtg", "rec");
	// The job of the examples is one that was cancelled: it can be retried.
	if (missing !== null) examples.expect("job");
	const meetingId = known?.id ?? (await upload(visit, at.workspaceId, recording, services.clock.nowMs()));
	const list = async () => (await visit("GET", `/meetings/${meetingId}/transcripts`)).data as ListedTranscript[];
	const heard = async () => (await list()).find(({ state, source }) => state === "ready" && source === "stt");
	let state: string = "ready";
	if (!("unavailable" in engine) && !(await heard())) {
		await printError(`Transcribing with ${engine.info.model} …\n`);
		state = await finish(services, visit, await askForTranscription(visit, meetingId));
	}
	if (known === undefined) {
		// Without an engine, all that needs none is done first: the waveform is of the decoded recording.
		if (missing !== null) await services.jobs.runDue(PROCESSING);
		examples.expect("job");
		await visit("POST", `/jobs/${await askForTranscription(visit, meetingId)}/cancel`, {});
	}

	examples.forget();
	const given = (await list()).find(({ source }) => source === "import")?.id;
	const script = given ?? (await giveTranscript(services, visit, { orgId: at.orgId, meetingId }, recording, examples));
	const transcriptId = missing === null ? ((await heard())?.id ?? null) : script;
	const seeded = { meetingId, title: recording.title, isNew: known === undefined, transcriptId };
	return { ...seeded, transcript: state === "succeeded" ? "ready" : state, command: missing?.command ?? null };
}
