import type { TranscriptRow } from "#db/schema";
import { messageStored } from "#modules/meetings/chat";
import { participantsAdded } from "#modules/meetings/participants";
import { itemAssigned } from "#modules/transcripts/action-items";
import { summaryReady } from "#modules/transcripts/summaries";
import { transcriptReady } from "#modules/transcripts/transcripts";
import { translationReady } from "#modules/transcripts/translations";
import { at, type Reaction } from "#platform/unit-of-work";
import { hasMentions, mentioned } from "./mentions.ts";
import type { Notice, Notifier } from "./ports.ts";
import { listInRoom } from "./repository/recipients.ts";

/** More people than are in a room. */
const MOST_IN_ROOM = 1_000;

/** Returns what a transcript was made of. */
function originOf({ recordingId, captureId, source }: TranscriptRow): Pick<Notice, "origin"> {
	if (recordingId !== null || captureId !== null) return { origin: "recording" };
	return source === "import" ? {} : { origin: "captions" };
}

/** Creates what notifies people of what happens in meetings. */
export const createReactions = ({ notify }: Notifier): readonly Reaction[] => [
	at(participantsAdded, async (change, added) => {
		const [first] = added;
		if (!first) return;
		const { orgId, meetingId } = first;
		const to = added.map(({ id }) => id);
		await notify(change, { kind: "meeting.invited", orgId, meetingId, subject: meetingId, to });
	}),

	// Those who are mentioned in it.
	at(messageStored, async (change, { orgId, id: subject, meetingId, text }) => {
		if (!hasMentions(text)) return;
		const to = mentioned(text, await listInRoom(change.tx, { orgId, meetingId }, MOST_IN_ROOM));
		if (to.length > 0) await notify(change, { kind: "meeting.mentioned", orgId, meetingId, subject, to });
	}),

	at(transcriptReady, (change, transcript) => {
		const { orgId, meetingId, id: subject } = transcript;
		const of = originOf(transcript);
		return notify(change, { kind: "transcript.ready", orgId, meetingId, subject, ...of, to: "everybody" });
	}),

	at(translationReady, (change, { translation: { orgId, id: subject, language }, transcript: { meetingId } }) =>
		notify(change, { kind: "translation.ready", orgId, meetingId, subject, language, to: "everybody" }),
	),

	at(summaryReady, (change, { orgId, meetingId, id: subject }) =>
		notify(change, { kind: "summary.ready", orgId, meetingId, subject, to: "everybody" }),
	),

	at(itemAssigned, async (change, { orgId, meetingId, id: subject, ownerId }) => {
		if (ownerId === null) return;
		await notify(change, { kind: "action_item.assigned", orgId, meetingId, subject, to: [ownerId] });
	}),
];
