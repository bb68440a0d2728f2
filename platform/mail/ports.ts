/** A rendered mail, ready to be sent. */
export interface MailMessage {
	/**
	 * Stays the same for every attempt, so that a receiver can detect duplicates: the `Message-ID` is derived from it.
	 */
	readonly id: string;
	/** One address, without a display name. */
	readonly to: string;
	/** Name of the sender, one line; null: that of the installation, whose address it is in either case. */
	readonly senderName: string | null;
	/** Address for `Reply-To`; null: without. */
	readonly replyTo: string | null;
	/** One line. */
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** BCP 47, for `Content-Language`. */
	readonly language: string;
	/** For `List-Unsubscribe`, which works by a POST without anything else (RFC 8058); undefined without it. */
	readonly unsubscribeUrl: string | undefined;
}

/** What a mail server offers, as found out without sending a mail. */
export interface MailServer {
	/** Its host and port. */
	readonly name: string;
	/** Whether mails travel encrypted. */
	readonly isEncrypted: boolean;
	/** Whether it let us sign in; `not_offered`: it takes mails without, although we have a password. */
	readonly signIn: "done" | "not_offered" | "not_configured";
}

/** Delivers mails to a mail server. The messages of its errors name the server and contain neither addresses nor secrets. */
export interface MailTransport {
	/** Host and port of the server. */
	readonly server: string;
	/**
	 * Sends a mail.
	 * @param signal gives it up at once; it may have been sent all the same
	 * @throws MailRefusedError when a retry is useless; MailTimeoutError when there was no answer in time; MailServerError
	 * when the server takes no mail at all; any other error when it may succeed later
	 */
	send(message: MailMessage, signal: AbortSignal): Promise<void>;
	/**
	 * Connects and signs in, without sending anything.
	 * @throws MailServerError, MailTimeoutError or another error when that fails; an AbortError once it is closed
	 */
	check(): Promise<MailServer>;
	/** Closes idle connections, and ends a running check. */
	close(): void;
}

/** Thrown when the server permanently rejects a mail, e.g. because the mailbox does not exist. */
export class MailRefusedError extends Error {
	override readonly name = "MailRefusedError";
}

/** Thrown when the server cannot be reached, or does not let us in: no mail can be sent. */
export class MailServerError extends Error {
	override readonly name = "MailServerError";
}

/** Thrown when the server did not answer in time: to others it may, because it can depend on the recipient. */
export class MailTimeoutError extends Error {
	override readonly name = "MailTimeoutError";
	/** Whether it did not even greet: that does not depend on the recipient. */
	readonly isOfServer: boolean;
	constructor(message: string, { isOfServer = false }: { readonly isOfServer?: boolean } = {}) {
		super(message);
		this.isOfServer = isOfServer;
	}
}

/** Fields of a log line about mail. */
export interface MailLogFields {
	/** Host and port of the mail server. */
	readonly host?: string;
	readonly reason?: string;
	readonly job?: string;
	readonly kind?: string;
	/** The domain it goes to. */
	readonly domain?: string;
	readonly error?: unknown;
}

/** Log of the mails. No line contains an address. */
export interface MailLog {
	info(message: string, fields: MailLogFields): void;
	warn(message: string, fields: MailLogFields): void;
}
