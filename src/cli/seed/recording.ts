import type { DemoRecording } from "#db/seed/demo";
import { HOUR_MS, rfc3339 } from "#kernel/clock";
import type { Services } from "../../services.ts";
import { printError } from "../terminal.ts";
import path from "./lesson.opus" with { type: "file" };
import type { Visitor } from "./visitor.ts";

/** What became of the recorded meeting. */
export interface SeededRecording {
	readonly meetingId: string;
	readonly title: string;
	/** Whether it was uploaded; false for one that existed before. */
	readonly isNew: boolean;
	/** State of its transcript: `ready`, or what it waits for. */
	readonly transcript: string;
	readonly transcriptId: string | null;
	/** The command that brings an engine, when there is none; null otherwise. */
	readonly command: string | null;
}

interface ListedMeeting {
	readonly id: string;
	readonly title: string;
	readonly artifacts: {
		readonly recording: { readonly state: string };
		readonly transcript: { readonly state: string; readonly transcriptId: string | null };
	};
}

/** Queue of the processing of recordings. */
const PROCESSING = "processing.transcription";
/** Time between looks at a transcript that another process is making, in ms. */
const LOOK_EVERY_MS = 500;

/** Uploads the recording in its pieces, as a client would, and returns the id of its meeting. */
async function upload(
	visit: Visitor,
	workspaceId: string,
	{ title, filename, language }: DemoRecording,
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
	return meetingId;
}

const isUploaded = ({ artifacts }: ListedMeeting): boolean => artifacts.recording.state !== "waiting";
const isInWork = (state: string): boolean => state === "processing" || state === "waiting";

/**
 * Uploads the recorded meeting of an organization, unless it exists, and has its transcript made by the engine of this
 * installation, if there is one: here, or by the server that runs on the same database.
 */
export async function seedRecording(
	{ speech, jobs, clock }: Pick<Services, "speech" | "jobs" | "clock">,
	visit: Visitor,
	at: { readonly orgId: string; readonly workspaceId: string },
	recording: DemoRecording,
): Promise<SeededRecording> {
	const { data } = await visit("GET", `/meetings?workspaceId=${at.workspaceId}&limit=200`);
	const known = (data as ListedMeeting[]).find((meeting) => meeting.title === recording.title && isUploaded(meeting));
	const meetingId = known?.id ?? (await upload(visit, at.workspaceId, recording, clock.nowMs()));
	const look = async () => {
		const { data: meeting } = await visit("GET", `/meetings/${meetingId}`);
		return (meeting as ListedMeeting).artifacts.transcript;
	};
	const seeded = { meetingId, title: recording.title, isNew: known === undefined };

	const engine = await speech.choose({ orgId: at.orgId, language: recording.language });
	let transcript = await look();
	if ("unavailable" in engine) {
		const command = isInWork(transcript.state) ? engine.unavailable.command : null;
		return { ...seeded, transcript: transcript.state, transcriptId: transcript.transcriptId, command };
	}
	if (isInWork(transcript.state)) await printError(`Transcribing with ${engine.info.model} …\n`);
	while (isInWork(transcript.state)) {
		if ((await jobs.runDue(PROCESSING)) === 0) await Bun.sleep(LOOK_EVERY_MS);
		transcript = await look();
	}
	return { ...seeded, transcript: transcript.state, transcriptId: transcript.transcriptId, command: null };
}
