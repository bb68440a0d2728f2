import type { Db } from "#db/store";

/** Keeps a mailbox from being flooded and addresses from being tried out. */
export interface MailLimits {
	/**
	 * Counts a mail to an address, whether or not it belongs to anybody.
	 * @param ip null: the caller is known, only the address counts
	 * @throws `rate_limited`
	 */
	take(ip: string | null, emailKey: string): Promise<void>;
}

/** Forgets one kind of what a person proves themselves with, within a change. */
export type DropCredentials = (tx: Db, userId: string) => Promise<void>;

/** Who may register: anybody, the invited, nobody. */
export type Signup = "open" | "invite" | "closed";
