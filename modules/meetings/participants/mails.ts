import type { MailTexts } from "#platform/mail";

/** Content of the mail to somebody who is invited to a meeting as a guest. */
export type GuestMail = {
	readonly kind: "meeting_guest";
	/** Null where titles must not leave the installation. */
	readonly meeting: string | null;
	readonly organization: string;
	/** Date and time in the organization's time zone; null for a meeting that runs already. */
	readonly startsAt: string | null;
	/** Where they join: theirs alone, until the meeting is over. */
	readonly url: string;
};

/** Mail texts of invitations to meetings in each language. Their subjects have no words of the tenant: they reach strangers. */
export const guestMails: MailTexts = {
	en: {
		meeting_guest: {
			subject: "Invitation to a meeting on <%= it.sender %>",
			before: [
				"<%= it.organization %> invites you to <%= it.meeting ? 'the meeting “' + it.meeting + '”' : 'a meeting' %>.",
				"<%= it.startsAt ? 'It starts on ' + it.startsAt + '.' : 'It has started.' %>",
			],
			action: "Join the meeting",
			after: [
				"The link is for you only; you do not need an account. If you do not know what this is about, ignore this message.",
			],
		},
	},
	es: {
		meeting_guest: {
			subject: "Invitación a una reunión en <%= it.sender %>",
			before: [
				"<%= it.organization %> le invita a <%= it.meeting ? 'la reunión «' + it.meeting + '»' : 'una reunión' %>.",
				"<%= it.startsAt ? 'Empieza el ' + it.startsAt + '.' : 'Ya ha empezado.' %>",
			],
			action: "Entrar en la reunión",
			after: ["El enlace es solo para usted; no necesita una cuenta. Si no sabe de qué se trata, ignore este mensaje."],
		},
	},
	de: {
		meeting_guest: {
			subject: "Einladung zu einer Besprechung auf <%= it.sender %>",
			before: [
				"<%= it.organization %> lädt Sie zu <%= it.meeting ? 'der Besprechung „' + it.meeting + '“' : 'einer Besprechung' %> ein.",
				"<%= it.startsAt ? 'Sie beginnt am ' + it.startsAt + '.' : 'Sie hat begonnen.' %>",
			],
			action: "An der Besprechung teilnehmen",
			after: [
				"Der Link ist nur für Sie bestimmt; Sie brauchen kein Konto. Wenn Sie nicht wissen, worum es geht, ignorieren Sie diese Nachricht.",
			],
		},
	},
};
