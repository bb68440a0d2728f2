import { newAddress } from "./addresses.ts";
import { type Answer, type Harness, openHarness, PASSWORD } from "./harness.ts";
import { linkOf, type Mailbox, openMailbox, type ReceivedMail } from "./mailbox.ts";

/** A second password no policy objects to. */
export const NEW_PASSWORD = "another perfectly long password";

/** The application behind a prefix, with a mail transport, and what a person does with both. */
export interface Correspondence {
	readonly api: Harness;
	readonly mailbox: Mailbox;
	get(path: string, token?: string): Promise<Answer>;
	post(path: string, body: unknown, token?: string): Promise<Answer>;
	patch(body: unknown, token: string): Promise<Answer>;
	register(email: string, more?: object): Promise<Answer>;
	login(email: string, password?: string): Promise<Answer>;
	/** Does everything that is due, the sending of mails too. */
	deliver(): Promise<unknown>;
	/** The next mail to an address, once everything that is due was done. */
	mailTo(email: string): Promise<ReceivedMail>;
	/** Confirms an address by the next mail to it. */
	verify(email: string): Promise<void>;
	/** A person with a confirmed address. */
	registered(): Promise<string>;
	tokenOf(email: string, password?: string): Promise<string>;
	/** Asks for a new password and takes the token out of the mail. */
	resetTokenOf(email: string): Promise<string>;
	close(): Promise<void>;
}

/** Opens both for one test file. Close it in `afterAll`. @param env more variables of the environment */
export async function openCorrespondence(env: Readonly<Record<string, string>> = {}): Promise<Correspondence> {
	const mailbox = await openMailbox();
	const api = await openHarness({
		env: {
			SMTP_URL: mailbox.url,
			MAIL_FROM: "Parley <p@school.example>",
			PUBLIC_URL: "https://parley.example/api",
			...env,
		},
	});
	const headers = { host: "parley.example" };
	const post = (path: string, body: unknown, token?: string) => api.request("POST", path, { body, token, headers });
	const register = (email: string, more: object = {}) =>
		post("/auth/register", { email, password: PASSWORD, name: "Ada Lovelace", ...more });
	const login = (email: string, password = PASSWORD) => post("/auth/login", { email, password });
	const deliver = () => api.parley.services.jobs.runDue();

	async function mailTo(email: string): Promise<ReceivedMail> {
		await deliver();
		return mailbox.next(email);
	}

	async function verify(email: string): Promise<void> {
		const { token } = linkOf(await mailTo(email));
		const answer = await post("/auth/verify-email", { token });
		if (answer.status !== 200) throw new Error(`verifying failed: ${answer.text}`);
	}

	return {
		api,
		mailbox,
		get: (path, token) => api.request("GET", path, { token, headers }),
		post,
		patch: (body, token) => api.request("PATCH", "/auth/update-profile", { body, token, headers }),
		register,
		login,
		deliver,
		mailTo,
		verify,
		async registered() {
			const email = newAddress();
			await register(email);
			await verify(email);
			return email;
		},
		tokenOf: async (email, password = PASSWORD) => (await login(email, password)).body.access_token,
		async resetTokenOf(email) {
			await post("/auth/forgot-password", { email });
			return linkOf(await mailTo(email)).token;
		},
		async close() {
			await api.close();
			await mailbox.close();
		},
	};
}
