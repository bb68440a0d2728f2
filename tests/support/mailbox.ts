import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A received mail. */
export interface ReceivedMail extends Email {
	/** Recipients of the envelope. */
	readonly recipients: readonly string[];
	/** Raw message. */
	readonly raw: string;
}

/** A real SMTP server on loopback that stores received mails. */
export interface Mailbox {
	/** Value for `SMTP_URL`. */
	readonly url: string;
	/** Returns all mails so far, oldest first; only those to `to`, if given. */
	received(to?: string): ReceivedMail[];
	/** Waits for the next mail to an address that was not returned before. */
	next(to: string): Promise<ReceivedMail>;
	/** Rejects the next `RCPT TO` with this status. */
	refuseNext(status: number): void;
	/** Answers no more to a recipient (`RCPT TO`), or to the mail itself (`DATA`), until the returned function is called. */
	hang(at: "rcpt" | "data", address: string): () => void;
	/** Greets so many of the next connections never. */
	hangConnections(count: number): void;
	/** Waits until it has left so many without an answer. */
	untilHanging(count: number): Promise<void>;
	close(): Promise<void>;
}

/** Options of {@link openMailbox}. */
export interface MailboxOptions {
	/** Who signs in; absent: it offers no sign-in. */
	readonly account?: { readonly user: string; readonly password: string };
	/** Whether it offers STARTTLS, with a certificate that nobody signed. */
	readonly hasTls?: boolean;
	/** Port to listen on. Default: a free one. */
	readonly port?: number;
}

/** Opens a mailbox. */
export async function openMailbox({
	account,
	hasTls = false,
	port: wanted = 0,
}: MailboxOptions = {}): Promise<Mailbox> {
	const mails: ReceivedMail[] = [];
	const taken = new Set<ReceivedMail>();
	const waiting: (() => void)[] = [];
	const refusals: number[] = [];
	const hanging = new Set<string>();
	let silentConnections = 0;
	let unanswered = 0;

	function wakeAll(): void {
		for (const wake of waiting.splice(0)) wake();
	}
	function leaveUnanswered(): void {
		unanswered++;
		wakeAll();
	}

	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: [...(account ? [] : ["AUTH"]), ...(hasTls ? [] : ["STARTTLS"])],
		allowInsecureAuth: true,
		onAuth({ username, password }, _session, done) {
			const isRight = username === account?.user && password === account?.password;
			done(isRight ? null : Object.assign(new Error(`who is ${username}?`), { responseCode: 535 }), { user: username });
		},
		onConnect(_session, done) {
			if (silentConnections === 0) return done();
			silentConnections--;
			leaveUnanswered();
		},
		onRcptTo({ address }, _session, done) {
			if (hanging.has(`rcpt ${address}`)) return leaveUnanswered();
			const status = refusals.shift();
			done(status === undefined ? null : Object.assign(new Error("refused"), { responseCode: status }));
		},
		onData(stream, session, done) {
			const chunks: Uint8Array[] = [];
			stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
			stream.on("end", async () => {
				const bytes = Buffer.concat(chunks);
				const recipients = session.envelope.rcptTo.map(({ address }) => address);
				if (recipients.some((address) => hanging.has(`data ${address}`))) return leaveUnanswered();
				mails.push({ ...(await PostalMime.parse(bytes)), recipients, raw: bytes.toString() });
				done();
				wakeAll();
			});
		},
	});
	await new Promise<void>((resolve) => server.listen(wanted, "127.0.0.1", resolve));
	const { port } = server.server.address() as AddressInfo;
	const of = (to: string) => mails.filter(({ recipients }) => recipients.includes(to));

	return {
		url: `smtp://127.0.0.1:${port}`,
		received: (to) => (to === undefined ? [...mails] : of(to)),
		async next(to) {
			for (;;) {
				const mail = of(to).find((each) => !taken.has(each));
				if (mail) {
					taken.add(mail);
					return mail;
				}
				await new Promise<void>((wake) => waiting.push(wake));
			}
		},
		refuseNext: (status) => void refusals.push(status),
		hang(at, address) {
			hanging.add(`${at} ${address}`);
			return () => void hanging.delete(`${at} ${address}`);
		},
		hangConnections(count) {
			silentConnections += count;
		},
		async untilHanging(count) {
			while (unanswered < count) await new Promise<void>((wake) => waiting.push(wake));
		},
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

/** Returns the link in a mail, which text and HTML must share, and its token. */
export function linkOf(mail: ReceivedMail): { url: string; token: string } {
	const url = /https?:\/\/\S+#\S+/.exec(mail.text ?? "")?.[0] ?? "";
	if (!mail.html?.includes(`href="${url}"`)) throw new Error(`the HTML form has another link than ${url}`);
	return { url, token: url.split("#")[1] ?? "" };
}
