import type { DemoRecording } from "#db/seed/demo";
import { DEMO_LESSON } from "#db/seed/lesson";
import { vttHeader, writeVttCue } from "#kernel/subtitles/vtt";
import { systemContext } from "#modules/tenancy/permissions";
import type { Services } from "../../services.ts";
import type { Examples } from "./seed-ids.ts";
import type { Visitor } from "./visitor.ts";

/** Name of what wrote the translation: nobody takes it for the work of an engine. */
const WRITTEN = { engine: "demo", model: "written by hand", version: null };

/**
 * Imports the script of the recorded lesson as a transcript of its meeting, with its translation, and has its summary
 * made. Returns the id of the transcript.
 */
export async function giveTranscript(
	{ translations, jobs }: Pick<Services, "translations" | "jobs">,
	visit: Visitor,
	{ orgId, meetingId }: { readonly orgId: string; readonly meetingId: string },
	{ language, speakers }: DemoRecording,
	examples: Examples,
): Promise<string> {
	const cues = DEMO_LESSON.map(({ speaker, ...cue }, at) =>
		writeVttCue(String(at + 1), { ...cue, speaker: speakers[speaker] }),
	);
	const bytes = new TextEncoder().encode(vttHeader(language) + cues.join(""));
	examples.expect("trn", "spk", "seg");
	const { data } = await visit("PUT", `/meetings/${meetingId}/transcripts`, undefined, {
		bytes,
		headers: { "content-type": "text/vtt" },
	});
	const { id: transcriptId } = data as { readonly id: string };

	examples.expect("trl");
	await translations(systemContext("cli:seed"), {
		orgId,
		transcriptId,
		language: "es",
		texts: DEMO_LESSON.map(({ spanish }) => spanish),
		source: WRITTEN,
		quality: "good",
	});
	examples.forget();
	await visit("POST", `/meetings/${meetingId}/summary`, {});
	await jobs.runDue("processing.summary");
	return transcriptId;
}
