/** A mail, ready to be sent. */
export interface MailMessage {
	/** Stays the same however often the mail is tried, so that a receiver can tell a repetition: the `Message-ID` is made of it. */
	readonly id: string;
	/** One address, without a display name. */
	readonly to: string;
	/** One line. */
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** BCP 47, for `Content-Language`. */
	readonly language: string;
}

/** Brings a mail to a server that takes responsibility for it. */
export interface MailTransport {
	/** @throws MailRefusedError when trying again is useless; any other error when it may help */
	send(message: MailMessage): Promise<void>;
	/** Closes idle connections. */
	close(): void;
}

/** The server will never take this mail, e.g. because the mailbox does not exist. */
export class MailRefusedError extends Error {
	override readonly name = "MailRefusedError";
}

/** Where the mail module tells what became of a mail. No line holds an address. */
export interface MailLog {
	warn(message: string, fields: Readonly<Record<string, unknown>>): void;
}
