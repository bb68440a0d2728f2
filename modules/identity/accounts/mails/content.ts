import type { Mailer, MailLink, MailText } from "#platform/mail";

/**
 * Content of a mail about an account, independent of the language. Only the verified owner of an address is greeted by
 * name, and a mail to an unverified address contains no text of the requester: otherwise anybody could send their words
 * to strangers.
 */
export type AccountMail =
	/** Somebody registered with the address. */
	| ({ readonly kind: "verify_email" } & MailLink)
	/** Somebody registered again with the address before it was confirmed: a new password must be chosen. */
	| ({ readonly kind: "finish_registration" } & MailLink)
	/** An invitee registered and can sign in. */
	| { readonly kind: "account_ready"; readonly name: string }
	/** Somebody tried to use the address of an existing account for another one. */
	| { readonly kind: "address_in_use"; readonly name: string | null }
	| ({ readonly kind: "reset_password"; readonly name: string | null } & MailLink)
	| { readonly kind: "password_changed"; readonly name: string | null }
	/** To an address requested for an account, not yet verified. */
	| ({ readonly kind: "change_email" } & MailLink)
	/** To the previous, verified address of an account. */
	| { readonly kind: "email_changed"; readonly name: string; readonly email: string };

/** Texts of all mails about accounts in one language. */
export type AccountMailTexts = Readonly<Record<AccountMail["kind"], MailText>>;

/** Mailer for mails about accounts. */
export type AccountMailer = Mailer<AccountMail>;
