import type { MailLocale } from "./locale.ts";

/**
 * What a mail is about: a person's account, for which they wait; the bills of an organization; or anything else that an
 * organization has sent. Only the first two are sent for an organization that is suspended or deleted.
 */
export type MailConcern = "account" | "billing" | "organization";

/** A link with a limited lifetime. */
export interface MailLink {
	/** URL with a token: such a mail is stored sealed until it is sent. */
	readonly url: string;
	/** Lifetime of the link, in ms. */
	readonly validForMs: number;
}

/** The content of a mail in any language: the values its texts use, including these. */
export interface MailContent extends Partial<MailLink> {
	/** Kind of mail: identifies its texts among those of all modules. */
	readonly kind: string;
	/** Name for the greeting; null or absent: a greeting without a name. */
	readonly name?: string | null;
	/** Where one turns mails of this kind off, by opening it or in one click (RFC 8058); absent for mails that must arrive. */
	readonly unsubscribeUrl?: string;
}

/** How an organization looks in mails that are sent for it. */
export interface MailBrand {
	/** What it calls itself. */
	readonly name: string;
	/** Name of the sender; null: that of the installation. */
	readonly senderName: string | null;
	/** Address for replies; null: that of the installation. */
	readonly replyTo: string | null;
	/** Colour of links and buttons, `#rrggbb`, readable on white and under white text; null: that of Parley. */
	readonly color: string | null;
	/** Its logo, with the size in pixels; null without one. */
	readonly logo: { readonly url: string; readonly width: number; readonly height: number } | null;
}

/** The texts of one kind of mail in one language. Each is an eta template over the content (`it`). */
export interface MailText {
	readonly subject: string;
	/** Paragraphs before the link. */
	readonly before: readonly string[];
	/** The label of the link; only where the content has one. */
	readonly action?: string;
	/** Paragraphs after the link. */
	readonly after: readonly string[];
}

/** The mails of one module by language and kind: every kind in every language. */
export type MailTexts = Readonly<Record<MailLocale, Readonly<Record<string, MailText>>>>;
