import type { MailTexts } from "#platform/mail";

/** Content of the mail to somebody who is invited to a meeting as a guest. */
export type GuestMail = {
	readonly kind: "meeting_guest";
	readonly meeting: string;
	readonly organization: string;
	/** Date and time in the organization's time zone; null for a meeting that runs already. */
	readonly startsAt: string | null;
	/** Where they join: theirs alone, until the meeting is over. */
	readonly url: string;
};

/** Mail texts of invitations to meetings in each language. */
export const guestMails: MailTexts = {
	en: {
		meeting_guest: {
			subject: "Invitation: <%= it.meeting %>",
			before: [
				"<%= it.organization %> invites you to the meeting “<%= it.meeting %>”.",
				"<%= it.startsAt ? 'It starts on ' + it.startsAt + '.' : 'It has started.' %>",
			],
			action: "Join the meeting",
			after: ["The link is for you alone and needs no account. If you do not know what this is about, do nothing."],
		},
	},
	es: {
		meeting_guest: {
			subject: "Invitación: <%= it.meeting %>",
			before: [
				"<%= it.organization %> le invita a la reunión «<%= it.meeting %>».",
				"<%= it.startsAt ? 'Empieza el ' + it.startsAt + '.' : 'Ya ha empezado.' %>",
			],
			action: "Entrar en la reunión",
			after: ["El enlace es solo para usted y no requiere cuenta. Si no sabe de qué se trata, no haga nada."],
		},
	},
	de: {
		meeting_guest: {
			subject: "Einladung: <%= it.meeting %>",
			before: [
				"<%= it.organization %> lädt Sie zur Besprechung „<%= it.meeting %>“ ein.",
				"<%= it.startsAt ? 'Sie beginnt am ' + it.startsAt + '.' : 'Sie hat begonnen.' %>",
			],
			action: "An der Besprechung teilnehmen",
			after: [
				"Der Link gilt nur für Sie und erfordert kein Konto. Wenn Sie nicht wissen, worum es geht, tun Sie nichts.",
			],
		},
	},
};
