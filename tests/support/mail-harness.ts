import { newAddress } from "./addresses.ts";
import { type Harness, openHarness, PASSWORD, type TestResponse } from "./harness.ts";
import { linkOf, type Mailbox, openMailbox, type ReceivedMail } from "./mailbox.ts";

/** Another acceptable password. */
export const NEW_PASSWORD = "another perfectly long password";

/** The application behind a prefix, with a mail transport, and the operations of a person who uses both. */
export interface MailHarness {
	readonly api: Harness;
	readonly mailbox: Mailbox;
	get(path: string, token?: string): Promise<TestResponse>;
	post(path: string, body: unknown, token?: string): Promise<TestResponse>;
	patch(body: unknown, token: string): Promise<TestResponse>;
	register(email: string, more?: object): Promise<TestResponse>;
	login(email: string, password?: string): Promise<TestResponse>;
	/** Runs all due jobs, including the sending of mails. */
	deliver(): Promise<unknown>;
	/** Runs due jobs and returns the next mail to an address. */
	mailTo(email: string): Promise<ReceivedMail>;
	/** Confirms an address with the next mail to it. */
	verify(email: string): Promise<void>;
	/** Registers a person with a confirmed address, and returns the address. */
	registered(): Promise<string>;
	tokenOf(email: string, password?: string): Promise<string>;
	/** Requests a password reset and returns the token in the mail. */
	resetTokenOf(email: string): Promise<string>;
	close(): Promise<void>;
}

/** Opens both for a test file. Close it in `afterAll`. @param env additional environment variables */
export async function openMailHarness(env: Readonly<Record<string, string>> = {}): Promise<MailHarness> {
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
		const response = await post("/auth/verify-email", { token });
		if (response.status !== 200) throw new Error(`verifying failed: ${response.text}`);
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
