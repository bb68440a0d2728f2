import type { NotificationRow } from "#db/schema";
import type { MailLocale } from "#platform/mail";
import type { NotificationKind } from "./values.ts";

/** Sentences about a meeting with a title; `language` is the name of that of a translation, `origin` what a transcript was made of. */
type Texts = Readonly<
	Record<NotificationKind, (title: string, language: string, origin: string | undefined) => string>
>;

const TEXTS: Readonly<Record<MailLocale, Texts>> = {
	en: {
		"transcript.ready": (title, _language, origin) => {
			if (origin === "captions") return `The captions of “${title}” can be read.`;
			return `The transcript of ${origin === "recording" ? "the recording of " : ""}“${title}” is ready.`;
		},
		"translation.ready": (title, language) => `The transcript of “${title}” has been translated (${language}).`,
		"summary.ready": (title) => `The summary of “${title}” is ready.`,
		"meeting.invited": (title) => `You have been invited to “${title}”.`,
		"meeting.mentioned": (title) => `You were mentioned in the chat of “${title}”.`,
		"action_item.assigned": (title) => `An action item from “${title}” was assigned to you.`,
	},
	es: {
		"transcript.ready": (title, _language, origin) => {
			if (origin === "captions") return `Ya se pueden leer los subtítulos de «${title}».`;
			return `La transcripción de ${origin === "recording" ? "la grabación de " : ""}«${title}» está lista.`;
		},
		"translation.ready": (title, language) => `La transcripción de «${title}» se ha traducido (${language}).`,
		"summary.ready": (title) => `El resumen de «${title}» está listo.`,
		"meeting.invited": (title) => `Ha recibido una invitación a «${title}».`,
		"meeting.mentioned": (title) => `Le mencionaron en el chat de «${title}».`,
		"action_item.assigned": (title) => `Se le asignó una tarea de «${title}».`,
	},
	de: {
		"transcript.ready": (title, _language, origin) => {
			if (origin === "captions") return `Die Untertitel von „${title}“ lassen sich jetzt nachlesen.`;
			return `Das Transkript ${origin === "recording" ? "der Aufnahme " : ""}von „${title}“ ist fertig.`;
		},
		"translation.ready": (title, language) => `Das Transkript von „${title}“ wurde übersetzt (${language}).`,
		"summary.ready": (title) => `Die Zusammenfassung von „${title}“ ist fertig.`,
		"meeting.invited": (title) => `Sie sind zu „${title}“ eingeladen.`,
		"meeting.mentioned": (title) => `Sie wurden im Chat von „${title}“ erwähnt.`,
		"action_item.assigned": (title) => `Ihnen wurde eine Aufgabe aus „${title}“ zugewiesen.`,
	},
};

/** Returns the sentence of a notification about a meeting with this title. */
export const textOf = ({ kind, data }: NotificationRow, title: string, locale: MailLocale): string =>
	TEXTS[locale][kind](title, languageName(data.language, locale), data.origin);

/** Returns the name of a language, such as `Spanish`. @param tag BCP 47; undefined: it has none */
export const languageName = (tag: string | undefined, locale: MailLocale): string =>
	tag === undefined ? "" : (new Intl.DisplayNames([locale], { type: "language" }).of(tag) ?? tag);
