import type { NotificationKind } from "#db/schema";
import type { MailLocale, MailText, MailTexts } from "#platform/mail";
import type { Origin } from "./ports.ts";

/** Content of the mail about a notification. */
export type NotificationMail = {
	readonly kind: `notification.${NotificationKind}`;
	readonly name: string;
	/** Title of the meeting; null where titles stay inside. */
	readonly meeting: string | null;
	readonly organization: string;
	/** Name of the language of a translation; empty for anything else. */
	readonly language: string;
	/** What a transcript was made of; empty for one that was imported, and for anything else. */
	readonly origin: Origin | "";
	/** Where the meeting is. */
	readonly url: string;
	readonly unsubscribeUrl: string;
};

/** What differs from kind to kind; `a meeting` stands for the meeting, which has a title or not. */
interface Sentences {
	/** The meeting with its title, and without. */
	readonly named: string;
	readonly unnamed: string;
	readonly action: string;
	readonly of: Readonly<Record<NotificationKind, About>>;
}

interface About {
	readonly subject: string;
	readonly sentence: string;
	/** What is said instead of a transcript of this origin. */
	readonly instead?: Readonly<Record<Origin, Omit<About, "instead">>>;
}

const SENTENCES: Readonly<Record<MailLocale, Sentences>> = {
	en: {
		named: "“<%= it.meeting %>”",
		unnamed: "a meeting of <%= it.organization %>",
		action: "Open the meeting",
		of: {
			"transcript.ready": {
				subject: "Transcript ready",
				sentence: "The transcript of {} is ready.",
				instead: {
					captions: { subject: "Captions to read", sentence: "The captions of {} can be read." },
					recording: {
						subject: "Transcript of the recording ready",
						sentence: "The transcript of the recording of {} is ready.",
					},
				},
			},
			"translation.ready": {
				subject: "Translation ready",
				sentence: "The transcript of {} has been translated (<%= it.language %>).",
			},
			"summary.ready": { subject: "Summary ready", sentence: "The summary of {} is ready." },
			"meeting.invited": { subject: "Invitation", sentence: "You have been invited to {}." },
			"meeting.mentioned": { subject: "You were mentioned", sentence: "You were mentioned in the chat of {}." },
			"action_item.assigned": {
				subject: "Action item for you",
				sentence: "An action item from {} was assigned to you.",
			},
		},
	},
	es: {
		named: "«<%= it.meeting %>»",
		unnamed: "una reunión de <%= it.organization %>",
		action: "Abrir la reunión",
		of: {
			"transcript.ready": {
				subject: "Transcripción lista",
				sentence: "La transcripción de {} está lista.",
				instead: {
					captions: { subject: "Subtítulos para leer", sentence: "Ya se pueden leer los subtítulos de {}." },
					recording: {
						subject: "Transcripción de la grabación lista",
						sentence: "La transcripción de la grabación de {} está lista.",
					},
				},
			},
			"translation.ready": {
				subject: "Traducción lista",
				sentence: "La transcripción de {} se ha traducido (<%= it.language %>).",
			},
			"summary.ready": { subject: "Resumen listo", sentence: "El resumen de {} está listo." },
			"meeting.invited": { subject: "Invitación", sentence: "Ha recibido una invitación a {}." },
			"meeting.mentioned": { subject: "Le mencionaron", sentence: "Le mencionaron en el chat de {}." },
			"action_item.assigned": { subject: "Tarea asignada", sentence: "Se le asignó una tarea de {}." },
		},
	},
	de: {
		named: "„<%= it.meeting %>“",
		unnamed: "einer Besprechung von <%= it.organization %>",
		action: "Besprechung öffnen",
		of: {
			"transcript.ready": {
				subject: "Transkript fertig",
				sentence: "Das Transkript von {} ist fertig.",
				instead: {
					captions: {
						subject: "Untertitel zum Nachlesen",
						sentence: "Die Untertitel von {} lassen sich jetzt nachlesen.",
					},
					recording: {
						subject: "Transkript der Aufnahme fertig",
						sentence: "Das Transkript der Aufnahme von {} ist fertig.",
					},
				},
			},
			"translation.ready": {
				subject: "Übersetzung fertig",
				sentence: "Das Transkript von {} wurde übersetzt (<%= it.language %>).",
			},
			"summary.ready": { subject: "Zusammenfassung fertig", sentence: "Die Zusammenfassung von {} ist fertig." },
			"meeting.invited": { subject: "Einladung", sentence: "Sie sind zu {} eingeladen." },
			"meeting.mentioned": { subject: "Sie wurden erwähnt", sentence: "Sie wurden im Chat von {} erwähnt." },
			"action_item.assigned": { subject: "Aufgabe für Sie", sentence: "Ihnen wurde eine Aufgabe aus {} zugewiesen." },
		},
	},
};

/** Returns a template of a part, which differs by origin where the kind has one. */
function byOrigin({ instead, ...usual }: About, part: keyof typeof usual): string {
	if (!instead) return usual[part];
	const { captions, recording } = instead;
	return `<% if (it.origin === "captions") { %>${captions[part]}<% } else if (it.origin === "recording") { %>${recording[part]}<% } else { %>${usual[part]}<% } %>`;
}

/** Returns the texts of a language: each says what happened in a sentence, and leads to the meeting. */
function textsOf({ named, unnamed, action, of }: Sentences): Readonly<Record<string, MailText>> {
	const texts = Object.entries(of).map(([kind, kindOf]) => {
		const subject = byOrigin(kindOf, "subject");
		const sentence = byOrigin(kindOf, "sentence");
		const about = (meeting: string) => sentence.replaceAll("{}", meeting);
		const before = [`<% if (it.meeting) { %>${about(named)}<% } else { %>${about(unnamed)}<% } %>`];
		const titled = `${subject}<% if (it.meeting) { %>: <%= it.meeting %><% } %>`;
		return [`notification.${kind}`, { subject: titled, before, action, after: [] }] as const;
	});
	return Object.fromEntries(texts);
}

/** Mail texts of notifications in each language. */
export const notificationMails: MailTexts = {
	en: textsOf(SENTENCES.en),
	es: textsOf(SENTENCES.es),
	de: textsOf(SENTENCES.de),
};
