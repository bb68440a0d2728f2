import type { ConnectionUrlOptions } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MailServer } from "#platform/mail";

/**
 * Connects to a mail server, encrypts the connection as it would be for a mail, and signs in; sends nothing.
 * @throws the error of nodemailer, or `signal.reason`
 */
export function checkSmtp(options: ConnectionUrlOptions, signal: AbortSignal): Promise<Omit<MailServer, "name">> {
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
