import type {
	ActionItemRow,
	ChatMessageRow,
	ParticipantRow,
	SummaryRow,
	TranscriptRow,
	TranslationRow,
} from "#db/schema";
import type { Change } from "#platform/unit-of-work";
import { hasMentions, mentioned } from "./mentions.ts";
import type { Notifier } from "./ports.ts";
import { listInRoom } from "./repository/recipients.ts";

/** More people than are in a room. */
const MOST_IN_ROOM = 1_000;

/** See {@link createHooks}. */
export type Hooks = ReturnType<typeof createHooks>;

/** Creates what other modules call within the changes that people hear of. */
export function createHooks({ notify }: Notifier) {
	return {
		/** Notifies people with an account who were added to a meeting. */
		async onParticipantsAdded(change: Change, added: readonly ParticipantRow[]): Promise<void> {
			const [first] = added;
			if (!first) return;
			const { orgId, meetingId } = first;
			const to = added.map(({ id }) => id);
			await notify(change, { kind: "meeting.invited", orgId, meetingId, subject: meetingId, to });
		},

		/** Notifies those who are mentioned in a message. */
		async onMessageSent(change: Change, { orgId, id: subject, meetingId, text }: ChatMessageRow): Promise<void> {
			if (!hasMentions(text)) return;
			const to = mentioned(text, await listInRoom(change.tx, { orgId, meetingId }, MOST_IN_ROOM));
			if (to.length > 0) await notify(change, { kind: "meeting.mentioned", orgId, meetingId, subject, to });
		},

		/** Notifies everybody in the meeting of a transcript that is ready. */
		onTranscriptReady: (change: Change, { orgId, meetingId, id: subject }: TranscriptRow): Promise<void> =>
			notify(change, { kind: "transcript.ready", orgId, meetingId, subject, to: "everybody" }),

		/** Notifies everybody in the meeting of a translation that is ready. */
		onTranslationReady: (
			change: Change,
			{ orgId, id: subject, language }: TranslationRow,
			{ meetingId }: TranscriptRow,
		): Promise<void> =>
			notify(change, { kind: "translation.ready", orgId, meetingId, subject, language, to: "everybody" }),

		/** Notifies everybody in the meeting of its summary. */
		onSummaryReady: (change: Change, { orgId, meetingId, id: subject }: SummaryRow): Promise<void> =>
			notify(change, { kind: "summary.ready", orgId, meetingId, subject, to: "everybody" }),

		/** Notifies the participant who an action item was assigned to. */
		async onActionItemAssigned(
			change: Change,
			{ orgId, meetingId, id: subject, ownerId }: ActionItemRow,
		): Promise<void> {
			if (ownerId === null) return;
			await notify(change, { kind: "action_item.assigned", orgId, meetingId, subject, to: [ownerId] });
		},
	};
}
