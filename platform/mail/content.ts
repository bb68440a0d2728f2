import type { MailLocale } from "./locale.ts";

/** A link that works for a while. */
export interface MailLink {
	/** Holds a token: such a mail is kept sealed until it is sent. */
	readonly url: string;
	/** How long the link works, in ms. */
	readonly validForMs: number;
}

/** What a mail says, whatever the language: the facts its texts name, these among them. */
export interface MailContent extends Partial<MailLink> {
	/** What it is about: names its texts among those of all modules. */
	readonly kind: string;
	/** Whom to greet; null or absent: nobody by name. */
	readonly name?: string | null;
}

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

/** The mails of one module by language and kind: every kind in every language. */
export type MailTexts = Readonly<Record<MailLocale, Readonly<Record<string, MailText>>>>;
