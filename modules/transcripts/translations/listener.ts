import type { TranscriptRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { isSameLanguage } from "#modules/engines/translators";
import { findMeeting } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import type { TranscriptListener } from "#modules/transcripts/transcripts";
import type { Change } from "#platform/unit-of-work";
import { eraseOfTranscript } from "./erasure.ts";
import type { Making } from "./making.ts";
import { readTranslationsOf, translationsOf } from "./repository.ts";

/** Creates what follows for translations from what happens to transcripts. */
export function createTranscriptListener(making: Making): TranscriptListener {
	return {
		async onReady(change, transcript) {
			const { orgId, id } = transcript;
			const begun = await readTranslationsOf(change.tx, orgId).allOf(id, undefined);
			const languages = new Set([
				...begun.map(({ language }) => language),
				...(await wantedLanguages(change, transcript)),
			]);
			await making.queue(change, transcript, [...languages].sort());
		},

		async onEdited(change, transcript, segmentId) {
			if (segmentId !== null) return;
			await translationsOf(change.tx, transcript.orgId).carryRevision(transcript.id, transcript.revision);
		},

		async onRemoved(change, transcript) {
			const rows = await readTranslationsOf(change.tx, transcript.orgId).allOf(transcript.id, undefined);
			await making.remove(change, rows, transcript);
		},

		erase: eraseOfTranscript,
	};
}

/** Returns the languages that a meeting asks for and is not held in; none when it was deleted. */
async function wantedLanguages(
	{ tx }: Change,
	{ orgId, meetingId, language }: TranscriptRow,
): Promise<readonly string[]> {
	try {
		const { principal } = systemContext("job:processing");
		const { transcription } = await findMeeting(tx, principal, orgId, meetingId, "enter");
		return transcription.translateTo.filter((wanted) => !isSameLanguage(wanted, language));
	} catch (error) {
		if (error instanceof AppError && error.code === "not_found") return [];
		throw error;
	}
}
