/** A link that works for a while. */
interface WithLink {
	/** Holds a token: such a mail is kept sealed until it is sent. */
	readonly url: string;
	/** How long the link works, in ms. */
	readonly validForMs: number;
}

/**
 * What a mail says, whatever the language. It greets by name only whom the address is proved to belong to, and a mail to an
 * address that somebody merely asks for holds no word of theirs: otherwise anybody could send a stranger's words to anybody.
 */
export type MailContent =
	/** Somebody registered with the address. */
	| ({ readonly kind: "verify_email" } & WithLink)
	/** Somebody registered twice with the address before it was confirmed: the password is chosen anew. */
	| ({ readonly kind: "finish_registration" } & WithLink)
	/** An invited person registered; nothing is left to do but to sign in. */
	| { readonly kind: "account_ready"; readonly name: string }
	/** Somebody used the address of an account for another one. */
	| { readonly kind: "address_in_use"; readonly name: string | null }
	| ({ readonly kind: "reset_password"; readonly name: string | null } & WithLink)
	| { readonly kind: "password_changed"; readonly name: string | null }
	/** To an address that somebody wants for an account; whose it is, nobody knows yet. */
	| ({ readonly kind: "change_email" } & WithLink)
	/** To the proved address an account had before. */
	| { readonly kind: "email_changed"; readonly name: string; readonly email: string }
	/** `inviter`: null for one who has proved no address. */
	| ({ readonly kind: "invitation"; readonly organization: string; readonly inviter: string | null } & WithLink);

/** What a mail is about. */
export type MailKind = MailContent["kind"];

/** How one kind of mail reads in one language. Each text is an eta template over the content (`it`). */
export interface MailText {
	readonly subject: string;
	/** Paragraphs before the link. */
	readonly before: readonly string[];
	/** The label of the link; only where the content has one. */
	readonly action?: string;
	/** Paragraphs after the link. */
	readonly after: readonly string[];
}

/** All mails in one language. */
export interface MailTexts {
	/** What mails begin with; `it.name` may be absent. */
	readonly greeting: string;
	/** Below the link, before the address spelled out. */
	readonly copyLink: string;
	/** How long the link works; `it.period` is e.g. "24 hours". */
	readonly validFor: string;
	/** Last line; `it.publicUrl` says which installation sent it. */
	readonly footer: string;
	readonly mails: Readonly<Record<MailKind, MailText>>;
}
