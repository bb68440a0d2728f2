import type { MailLink, MailTexts } from "#platform/mail";

/** Content of the mail to an invited person. `inviter`: null when their address is not verified. */
export type InvitationMail = {
	readonly kind: "invitation";
	readonly organization: string;
	readonly inviter: string | null;
} & MailLink;

/** Mail texts of invitations in each language. Their subjects have no words of the tenant: they reach strangers. */
export const invitationMails: MailTexts = {
	en: {
		invitation: {
			subject: "Invitation to an organization on <%= it.sender %>",
			before: [
				"<%= it.inviter ? it.inviter + ' invites you' : 'You have been invited' %> to join <%= it.organization %>.",
			],
			action: "Accept invitation",
			after: ["If you do not know what this is about, ignore this message."],
		},
	},
	es: {
		invitation: {
			subject: "Invitación a una organización en <%= it.sender %>",
			before: [
				"<%= it.inviter ? it.inviter + ' le invita' : 'Ha recibido una invitación' %> a unirse a <%= it.organization %>.",
			],
			action: "Aceptar invitación",
			after: ["Si no sabe de qué se trata, ignore este mensaje."],
		},
	},
	de: {
		invitation: {
			subject: "Einladung zu einer Organisation auf <%= it.sender %>",
			before: [
				"<%= it.inviter ? it.inviter + ' lädt Sie ein' : 'Sie sind eingeladen' %>, <%= it.organization %> beizutreten.",
			],
			action: "Einladung annehmen",
			after: ["Wenn Sie nicht wissen, worum es geht, ignorieren Sie diese Nachricht."],
		},
	},
};
