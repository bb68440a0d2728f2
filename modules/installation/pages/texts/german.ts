import type { PageTexts } from "./english.ts";

/** The texts of the pages in German. */
export const german: PageTexts = {
	unknownAddress: {
		heading: "Unter dieser Adresse gibt es nichts",
		lead: "Prüfen Sie die Adresse, oder beginnen Sie auf der Startseite.",
		action: "Zur Startseite",
	},
	unsubscribe: {
		heading: "Diese E-Mails abbestellen?",
		lead: "Sie bekommen von dieser Organisation keine E-Mails dieser Art mehr. Ihre anderen Benachrichtigungen bleiben unverändert.",
		action: "Abbestellen",
		done: "Sie bekommen keine E-Mails mehr über",
		/** What the mails are about. */
		kinds: {
			"transcript.ready": "fertige Transkripte",
			"translation.ready": "fertige Übersetzungen",
			"summary.ready": "fertige Zusammenfassungen",
			"meeting.invited": "Einladungen zu Besprechungen",
			"meeting.mentioned": "Erwähnungen im Chat von Besprechungen",
			"action_item.assigned": "Aufgaben, die Ihnen zugewiesen werden",
		},
		doneLead: "Um sie wieder zu bekommen, schalten Sie sie in den Einstellungen Ihrer Benachrichtigungen ein.",
		invalid: "Dieser Link zum Abbestellen funktioniert nicht",
		invalidLead: "Er ist unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail.",
	},
};
