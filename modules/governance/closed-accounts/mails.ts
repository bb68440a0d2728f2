import type { MailTexts } from "#platform/mail";

/** Content of the mail to somebody who has closed their account. */
export type ClosedAccountMail = {
	readonly kind: "account_closed";
	/** Null for an address that was never confirmed. */
	readonly name: string | null;
	/** Days after which the account is erased. */
	readonly days: number;
};

/** Texts of the mail in all languages. */
export const closedAccountMails: MailTexts = {
	en: {
		account_closed: {
			subject: "Your account was closed",
			before: [
				"Your account has just been closed. It can no longer be used to sign in, and you no longer belong to any organization.",
				"The account is erased in <%= it.days %> days. Each organization erases what it holds about you as a member after a period of its own. This cannot be undone.",
			],
			after: ["If this was not you, tell the administrator of your organization at once."],
		},
	},
	es: {
		account_closed: {
			subject: "Su cuenta se ha cerrado",
			before: [
				"Su cuenta acaba de cerrarse. Ya nadie puede iniciar sesión en ella, y usted ya no pertenece a ninguna organización.",
				"La cuenta se borra dentro de <%= it.days %> días. Cada organización borra lo que guarda de usted como miembro tras un plazo propio. Esto no se puede deshacer.",
			],
			after: ["Si no fue usted, avise de inmediato al administrador de su organización."],
		},
	},
	de: {
		account_closed: {
			subject: "Ihr Konto wurde geschlossen",
			before: [
				"Ihr Konto wurde gerade geschlossen. Niemand kann sich mehr mit ihm anmelden, und Sie gehören keiner Organisation mehr an.",
				"Das Konto wird in <%= it.days %> Tagen gelöscht. Jede Organisation löscht nach einer eigenen Frist, was sie über Sie als Mitglied gespeichert hat. Das lässt sich nicht rückgängig machen.",
			],
			after: [
				"Wenn Sie das nicht waren, informieren Sie sofort die Administratorin oder den Administrator Ihrer Organisation.",
			],
		},
	},
};
