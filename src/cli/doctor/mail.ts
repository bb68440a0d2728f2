import { isLoopback } from "#kernel/ip-address";
import type { Config } from "../../config.ts";
import { openMailTransport } from "../../open.ts";
import { type Finding, messageOf } from "./finding.ts";

const CHECK = "mail";

/** Checks whether the mail server lets us in, without sending anything. */
export async function checkMail(config: Config): Promise<readonly Finding[]> {
	const transport = await openMailTransport(config);
	if (!transport) {
		const detail = "none is sent (no SMTP_URL): the inviting user gets the link to pass on";
		return [{ check: CHECK, verdict: "ok", detail }];
	}
	try {
		const { name, isEncrypted, signIn } = await transport.check();
		const signedIn = signIn === "done" ? "signed in" : "no sign-in";
		const detail = `${name}, ${isEncrypted ? "encrypted" : "not encrypted"}, ${signedIn}`;
		if (signIn === "not_offered") {
			const mend =
				"The server offers no sign-in, so the password in SMTP_URL is not used: remove it, or try another port.";
			return [{ check: CHECK, verdict: "warn", detail, mend }];
		}
		if (!isEncrypted && !isLoopback(name.slice(0, name.lastIndexOf(":")))) {
			const mend = "Use smtps://, or add ?requireTLS=true to SMTP_URL: password reset links are sent unencrypted.";
			return [{ check: CHECK, verdict: "warn", detail, mend }];
		}
		return [{ check: CHECK, verdict: "ok", detail }];
	} catch (error) {
		const detail = messageOf(error);
		return [{ check: CHECK, verdict: "fail", detail, mend: mendOf(detail) }];
	} finally {
		transport.close();
	}
}

function mendOf(problem: string): string {
	if (problem.includes("EAUTH"))
		return "Check user and password in SMTP_URL; characters such as @ : / % must be percent-encoded there.";
	if (problem.includes("certificate")) return "Renew its certificate, or use the certificate's host name in SMTP_URL.";
	return "Check host and port in SMTP_URL, and the network; until then, mails wait for hours.";
}
