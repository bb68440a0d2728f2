import type { TranscriptRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { isSameLanguage } from "#modules/engines/translators";
import { findMeeting } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import {
	transcriptEdited,
	transcriptExtended,
	transcriptReady,
	transcriptRemoved,
} from "#modules/transcripts/transcripts";
import { findTranslations } from "#modules/transcripts/translation-records";
import { at, type Change, type Reaction } from "#platform/unit-of-work";
import type { Lifecycle } from "./lifecycle.ts";
import { translationsOf } from "./repository.ts";

/** Creates what follows for translations from what happens to transcripts. */
export const createReactions = (lifecycle: Lifecycle): readonly Reaction[] => [
	...[transcriptReady, transcriptExtended].map((moment) =>
		at(moment, async (change, transcript) => {
			const begun = await findTranslations(change.tx, transcript, undefined);
			const languages = new Set([
				...begun.map(({ language }) => language),
				...(await wantedLanguages(change, transcript)),
			]);
			await lifecycle.queue(change, transcript, [...languages].sort());
		}),
	),

	at(transcriptEdited, async (change, { transcript, segmentId }) => {
		if (segmentId !== null) return;
		await translationsOf(change.tx, transcript.orgId).carryRevision(transcript.id, transcript.revision);
	}),

	at(transcriptRemoved, async (change, transcript) => {
		await lifecycle.remove(change, await findTranslations(change.tx, transcript, undefined), transcript);
	}),
];

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
