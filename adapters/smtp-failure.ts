import { MailRefusedError, MailServerError, MailTimeoutError } from "#platform/mail";

/** Details of a failed transmission. Its message may contain an address or a user name, which must not be logged. */
interface SmtpFailure {
	/** Of nodemailer, such as `EAUTH`. */
	readonly code?: unknown;
	/** Of the system, such as `ECONNREFUSED`. */
	readonly originalCode?: unknown;
	readonly responseCode?: unknown;
	/** What the server said. */
	readonly response?: unknown;
	/** What it said it to. */
	readonly command?: unknown;
	/** What took too long. */
	readonly timeoutType?: unknown;
}

/** What operators can tell from a code of the system or of nodemailer. */
const REASONS: Readonly<Record<string, string>> = {
	ECONNREFUSED: "nothing is listening there",
	EHOSTUNREACH: "the host cannot be reached",
	ENETUNREACH: "the network cannot be reached",
	ENOTFOUND: "the host name is unknown",
	EDNS: "the host name cannot be resolved",
	ETLS: "the connection cannot be encrypted",
	EAUTH: "the sign-in was refused",
	EPROTOCOL: "it does not speak SMTP, or rejected us",
	ESOCKET: "the connection failed",
	ECONNECTION: "the connection failed",
};
/** Codes of a certificate that cannot be trusted, such as `DEPTH_ZERO_SELF_SIGNED_CERT` and `ERR_TLS_CERT_ALTNAME_INVALID`. */
const OF_CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;
/** Codes of failures before any mail was named: the next one would fare the same. */
const OF_SERVER = new Set(["EDNS", "ESOCKET", "ECONNECTION", "ETLS", "EAUTH", "ENOAUTH", "EOAUTH2", "EPROXY"]);
const BEFORE_MAIL = new Set(["CONNECTION_TIMEOUT", "GREETING_TIMEOUT", "DNS_TIMEOUT"]);
/** An enhanced status code (RFC 3463) after the status. */
const ENHANCED = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

/** Returns the error for a server that did not answer in time. @param what the step that took too long */
export const timedOut = (server: string, what: string): Error =>
	new MailTimeoutError(`the mail server ${server} did not answer in time: ${what}`, {
		isOfServer: BEFORE_MAIL.has(what),
	});

/** Returns the error for a failed transmission, with the codes of what was said but none of the words. */
export function toMailError(server: string, error: unknown): Error {
	const { code, originalCode, responseCode, response, command, timeoutType } = error as SmtpFailure;
	if (code === "ETIMEDOUT") return timedOut(server, String(timeoutType));
	const [, enhanced] = typeof response === "string" ? (ENHANCED.exec(response) ?? []) : [];
	const codes = [code, originalCode, responseCode, enhanced, command].filter(Boolean).join(" ") || "unknown";
	const reason = OF_CERTIFICATE.test(String(originalCode))
		? "its certificate is not trusted"
		: (REASONS[String(originalCode)] ?? REASONS[String(code)]);
	const text = `the mail server ${server} failed: ${reason === undefined ? codes : `${reason} (${codes})`}`;
	if (command === "RCPT TO" && typeof responseCode === "number" && responseCode >= 500)
		return new MailRefusedError(text);
	return OF_SERVER.has(String(code)) ? new MailServerError(text) : new Error(text);
}
