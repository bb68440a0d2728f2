/** A rendered mail, ready to be sent. */
export interface MailMessage {
	/**
	 * Stays the same for every attempt, so that a receiver can detect duplicates: the `Message-ID` is derived from it.
	 */
	readonly id: string;
	/** One address, without a display name. */
	readonly to: string;
	/** One line. */
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** BCP 47, for `Content-Language`. */
	readonly language: string;
	/** For `List-Unsubscribe`, which works by a POST without anything else (RFC 8058); undefined without it. */
	readonly unsubscribeUrl: string | undefined;
}

/** Delivers mails to a mail server. */
export interface MailTransport {
	/**
	 * Sends a mail.
	 * @param signal gives it up at once; it may have been sent all the same
	 * @throws MailRefusedError when a retry is useless; MailTimeoutError when there was no answer in time; any other error
	 * when it may succeed later
	 */
	send(message: MailMessage, signal: AbortSignal): Promise<void>;
	/** Closes idle connections. */
	close(): void;
}

/** Thrown when the server permanently rejects a mail, e.g. because the mailbox does not exist. */
export class MailRefusedError extends Error {
	override readonly name = "MailRefusedError";
}

/** Thrown when the server did not answer in time: to others it may, because it can depend on the recipient. */
export class MailTimeoutError extends Error {
	override readonly name = "MailTimeoutError";
}

/** Log of the mails. No line contains an address. */
export interface MailLog {
	warn(message: string, fields: Readonly<Record<string, unknown>>): void;
}
