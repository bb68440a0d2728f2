import { createTransport } from "nodemailer";
import { MailRefusedError, type MailTransport } from "#platform/mail";

/** Defaults of the transport, which operators can override in the query of `SMTP_URL`. Times in ms. */
const DEFAULTS: Readonly<Record<string, string>> = {
	pool: "true",
	maxConnections: "2",
	connectionTimeout: "10000",
	greetingTimeout: "10000",
	socketTimeout: "30000",
	disableFileAccess: "true",
	disableUrlAccess: "true",
};

/** Details of a failed transmission. Its message may contain the address, which must not be logged. */
interface SmtpFailure {
	readonly code?: unknown;
	readonly responseCode?: unknown;
	readonly command?: unknown;
}

/**
 * Creates a mail transport over SMTP.
 * @param url `smtp://user:password@host:587` (TLS if offered; `?requireTLS=true` enforces it) or `smtps://…:465`
 * @param from the sender, `Parley <parley@example.edu>`
 * @param domain right-hand side of every `Message-ID`
 */
export function createSmtp({ url, from, domain }: { url: string; from: string; domain: string }): MailTransport {
	const configured = new URL(url);
	for (const [name, value] of Object.entries(DEFAULTS))
		if (!configured.searchParams.has(name)) configured.searchParams.set(name, value);
	const transport = createTransport(configured.href);
	return {
		async send({ id, to, subject, text, html, language, unsubscribeUrl }) {
			try {
				await transport.sendMail({
					messageId: `<${id}@${domain}>`,
					from,
					// As an object: a string would be parsed, and may name several recipients.
					to: { name: "", address: to },
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
				throw failure(error as SmtpFailure);
			}
		},
		close: () => transport.close(),
	};
}

function failure({ code, responseCode, command }: SmtpFailure): Error {
	const text = `the mail server failed: ${[code, responseCode, command].filter(Boolean).join(" ") || "unknown"}`;
	const isFinal = command === "RCPT TO" && typeof responseCode === "number" && responseCode >= 500;
	return isFinal ? new MailRefusedError(text) : new Error(text);
}
