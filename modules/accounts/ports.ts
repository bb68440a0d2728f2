/** What a mail is asked for. Whoever holds an invitation registers apart from strangers. */
export type MailPurpose =
	| "forgot"
	| "resend"
	| "register"
	| "register_invited"
	| "change_email"
	| "reset_member"
	| "invite";

/** A mail that somebody asks for. */
export interface AskedMail {
	readonly purpose: MailPurpose;
	/** Whose mailbox, in the form that is compared. */
	readonly emailKey: string;
	/** The organization that asks; null: a person, known or not. */
	readonly orgId: string | null;
	/** Where a stranger asks from; null: the caller is known, only the address counts. */
	readonly ip: string | null;
}

/** Keeps a mailbox from being flooded and addresses from being tried out. */
export interface MailLimits {
	/** Counts a mail to an address, whether or not it belongs to anybody. @throws `rate_limited` */
	take(mail: AskedMail): Promise<void>;
}

/** Who may register: anybody, the invited, nobody. */
export type Signup = "open" | "invite" | "closed";
