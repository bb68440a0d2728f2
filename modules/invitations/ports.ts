import type { UserRow } from "#db/schema";
import type { Db } from "#db/store";
import type { Role } from "#kernel/principal";
import type { Change } from "#modules/changes";

/** The people who can sign in, as far as an invitation needs them; modules/auth owns them. */
export interface Accounts {
	/** The account of an address in the form that is compared (`emailKey`), whatever its state. */
	findByEmail(db: Db, emailKey: string): Promise<UserRow | undefined>;
	/** False, and nothing is stored, when the address is taken. */
	insert(db: Db, row: UserRow): Promise<boolean>;
}

/** What turns a password into what is stored; modules/auth owns the policy. */
export interface PasswordHasher {
	/** @throws `validation_failed` naming `path` (default `/password`) when the password is too weak */
	assertAcceptable(password: string, path?: string): void;
	/** The text to store. */
	hash(password: string): Promise<string>;
}

/** A person who joins an organization. */
export interface Joining {
	readonly orgId: string;
	readonly userId: string;
	readonly role: Role;
}

/** Makes the person a member within the change; one who is a member already keeps their role. Answers the role in force. */
export type Join = (change: Change, joining: Joining) => Promise<Role>;

/** Brings invitations to people. Without one, the token is shown to the inviter, who passes it on. */
export interface InvitationMailer {
	/** Queues the mail within the transaction of the invitation. */
	send(tx: Db, mail: InvitationMail): Promise<void>;
}

/** What the mail of an invitation says. */
export interface InvitationMail {
	readonly orgId: string;
	readonly email: string;
	readonly role: Role;
	/** Where the invitation is accepted; holds the token. */
	readonly acceptUrl: string;
	readonly expiresAtMs: number;
}
