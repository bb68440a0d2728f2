import { createTransport } from "nodemailer";
import { type ConnectionUrlOptions, parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { MAX_CONCURRENT_MAILS, type MailServer, type MailTransport } from "#platform/mail";
import { timedOut, toMailError } from "./smtp-failure.ts";

/** Defaults of the transport, which operators can override in the query of `SMTP_URL`. Times in ms. */
const DEFAULTS: Readonly<Record<string, string>> = {
	pool: "true",
	// As many as may be needed; most of the time it is one, because a connection is used again.
	maxConnections: String(MAX_CONCURRENT_MAILS),
	connectionTimeout: "10000",
	greetingTimeout: "10000",
	// A server that looks for viruses and spam before it takes a mail needs time; one that is cut off gets the mail twice.
	socketTimeout: "60000",
	disableFileAccess: "true",
	disableUrlAccess: "true",
};

/** Time a mail may take altogether, in ms: a server that sends something now and then keeps a connection otherwise. */
const DEADLINE_MS = 120_000;

/** Time a check may take altogether, in ms. */
const CHECK_DEADLINE_MS = 15_000;

/** Options of {@link createSmtp}. */
export interface SmtpOptions {
	/** `smtp://user:password@host:587` (TLS if offered; `?requireTLS=true` enforces it) or `smtps://…:465`. */
	readonly url: string;
	/** The sender, `Parley <parley@example.edu>`. */
	readonly from: string;
	/** Right-hand side of every `Message-ID`. */
	readonly domain: string;
	/** Time a mail may take altogether, in ms. Default: two minutes. */
	readonly deadlineMs?: number;
}

/** Creates a mail transport over SMTP. */
export function createSmtp({ url, from, domain, deadlineMs = DEADLINE_MS }: SmtpOptions): MailTransport {
	const configured = new URL(url);
	for (const [name, value] of Object.entries(DEFAULTS))
		if (!configured.searchParams.has(name)) configured.searchParams.set(name, value);
	const transport = createTransport(configured.href);
	const options = parseConnectionUrl(configured.href);
	const server = `${configured.hostname}:${options.port ?? (options.secure ? 465 : 587)}`;
	const closed = new AbortController();
	/** The address of the sender, without its name. */
	const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
	return {
		server,
		async send({ id, to, senderName, replyTo, subject, text, html, language, unsubscribeUrl }, signal) {
			const late = new AbortController();
			const timer = setTimeout(() => late.abort(), deadlineMs);
			try {
				await transport.sendMail({
					signal: AbortSignal.any([signal, late.signal]),
					messageId: `<${id}@${domain}>`,
					// As objects: a string would be parsed, and may name several recipients.
					from: senderName === null ? from : { name: senderName, address },
					to: { name: "", address: to },
					...(replyTo !== null && { replyTo: { name: "", address: replyTo } }),
					subject,
					text,
					html,
					headers: {
						"Content-Language": language,
						"Auto-Submitted": "auto-generated",
						"X-Auto-Response-Suppress": "All",
						...(unsubscribeUrl !== undefined && {
							"List-Unsubscribe": `<${unsubscribeUrl}>`,
							"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
						}),
					},
				});
			} catch (error) {
				signal.throwIfAborted();
				throw late.signal.aborted ? timedOut(server, "DEADLINE") : toMailError(server, error);
			} finally {
				clearTimeout(timer);
			}
		},
		async check() {
			const late = AbortSignal.timeout(CHECK_DEADLINE_MS);
			try {
				return { name: server, ...(await checkSmtp(options, AbortSignal.any([late, closed.signal]))) };
			} catch (error) {
				closed.signal.throwIfAborted();
				throw late.aborted ? timedOut(server, "DEADLINE") : toMailError(server, error);
			}
		},
		close() {
			closed.abort();
			transport.close();
		},
	};
}

/**
 * Connects to a mail server, encrypts the connection as it would be for a mail, and signs in; sends nothing.
 * @throws the error of nodemailer, or `signal.reason`
 */
function checkSmtp(options: ConnectionUrlOptions, signal: AbortSignal): Promise<Omit<MailServer, "name">> {
	const connection = new SMTPConnection(options);
	const { auth } = options;
	return new Promise<Omit<MailServer, "name">>((resolve, reject) => {
		const report = () => {
			const { secure: isEncrypted, authenticated } = connection;
			connection.quit();
			resolve({ isEncrypted, signIn: auth === undefined ? "not_configured" : authenticated ? "done" : "not_offered" });
		};
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		connection.once("error", reject);
		connection.once("end", () => reject(new Error("Connection closed")));
		connection.connect((error) => {
			if (error) reject(error);
			// Like the transport, which sends without a sign-in where the server offers none.
			else if (auth === undefined || !connection.allowsAuth) report();
			else connection.login(auth, (refusal) => (refusal ? reject(refusal) : report()));
		});
	}).catch((error: unknown) => {
		connection.close();
		throw error;
	});
}
