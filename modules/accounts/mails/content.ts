import type { Mailer, MailLink, MailText } from "#platform/mail";

/**
 * What the mails on accounts say, whatever the language. They greet by name only whom the address is proved to belong to,
 * and a mail to an address that somebody merely asks for holds no word of theirs: otherwise anybody could send a stranger's
 * words to anybody.
 */
export type AccountMail =
	/** Somebody registered with the address. */
	| ({ readonly kind: "verify_email" } & MailLink)
	/** Somebody registered twice with the address before it was confirmed: the password is chosen anew. */
	| ({ readonly kind: "finish_registration" } & MailLink)
	/** An invited person registered; nothing is left to do but to sign in. */
	| { readonly kind: "account_ready"; readonly name: string }
	/** Somebody used the address of an account for another one. */
	| { readonly kind: "address_in_use"; readonly name: string | null }
	| ({ readonly kind: "reset_password"; readonly name: string | null } & MailLink)
	| { readonly kind: "password_changed"; readonly name: string | null }
	/** To an address that somebody wants for an account; whose it is, nobody knows yet. */
	| ({ readonly kind: "change_email" } & MailLink)
	/** To the proved address an account had before. */
	| { readonly kind: "email_changed"; readonly name: string; readonly email: string };

/** All mails on accounts in one language. */
export type AccountMailTexts = Readonly<Record<AccountMail["kind"], MailText>>;

/** Sends mails on accounts. */
export type AccountMailer = Mailer<AccountMail>;
