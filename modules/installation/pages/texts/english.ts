import type { NotificationKind } from "#db/schema";

/** The texts of the pages in English; the other languages have the same. */
export const english = {
	unknownAddress: {
		heading: "There is nothing at this address",
		lead: "Check the address, or start again from the first page.",
		action: "Go to the first page",
	},
	unsubscribe: {
		heading: "Unsubscribe?",
		lead:
			"You will no longer receive mails of this kind from this organization. Your other notifications stay " +
			"as they are.",
		action: "Unsubscribe",
		done: "You will no longer receive mails about",
		/** What the mails are about. */
		kinds: {
			"transcript.ready": "finished transcripts",
			"translation.ready": "finished translations",
			"summary.ready": "finished summaries",
			"meeting.invited": "invitations to meetings",
			"meeting.mentioned": "mentions in the chat of meetings",
			"action_item.assigned": "action items that are assigned to you",
		} satisfies Record<NotificationKind, string>,
		doneLead: "To get them again, turn them on in your notification preferences.",
		invalid: "This unsubscribe link does not work",
		invalidLead: "It is incomplete. Open it from the mail again.",
	},
};

/** The texts of the pages in one language. */
export type PageTexts = typeof english;
