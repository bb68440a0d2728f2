import { describe, expect, test } from "bun:test";
import { createSmtp } from "#adapters/smtp";
import { newAddress } from "../support/addresses.ts";
import { freePort } from "../support/free-port.ts";
import { type Harness, openHarness, PASSWORD } from "../support/harness.ts";
import { openMailbox } from "../support/mailbox.ts";
import { until } from "../support/until.ts";

const ACCOUNT = { user: "parley@school.example", password: "pass-word-of-the-mail-server" };
const FROM = "Parley <parley@school.example>";

const openWith = (url: string) => openHarness({ env: { SMTP_URL: url, MAIL_FROM: FROM } });

/** Has a mail made, and returns its recipient. */
async function askForMail({ request }: Harness): Promise<string> {
	const email = newAddress();
	await request("POST", "/auth/register", { body: { email, password: PASSWORD, name: "Ada" } });
	return email;
}

/** Returns what operators can see. */
async function look(api: Harness) {
	const ready = await api.request("GET", "/health/ready");
	const metrics = await api.request("GET", "/metrics");
	const figure = (name: string) => Number(new RegExp(`^${name}\\S* (\\d+)$`, "m").exec(metrics.text)?.[1]);
	return {
		ready: [ready.status, ready.body.message],
		check: ready.body.data.checks.find(({ name }: { name: string }) => name === "mail"),
		failing: figure("parley_mail_failing"),
		waiting: figure("parley_mails_waiting"),
		sent: figure('parley_mail_attempts_total{outcome="sent"'),
		failed: figure('parley_mail_attempts_total{outcome="failed"'),
		refused: figure('parley_mail_attempts_total{outcome="refused"'),
	};
}

const FINE = { name: "mail", ok: true, detail: null };
const FAILING = { name: "mail", ok: false, detail: "Mail cannot be sent; the log gives the reason." };

describe("mail that does not leave", () => {
	test("for want of a server shows in readiness, figures and log, until it leaves again", async () => {
		const port = freePort();
		const api = await openWith(`smtp://127.0.0.1:${port}`);
		const before = await look(api);
		const to = await askForMail(api);

		await api.parley.services.jobs.runDue();
		const failing = await look(api);
		const mailbox = await openMailbox({ port });
		api.advanceMs(60_000);
		await api.parley.services.jobs.runDue();
		const after = await look(api);

		expect(before).toMatchObject({ ready: [200, "Ready"], check: FINE, failing: 0, waiting: 0, failed: 0 });
		expect(failing).toMatchObject({
			ready: [200, "Ready, but degraded"],
			check: FAILING,
			failing: 1,
			waiting: 1,
			failed: 1,
		});
		expect(after).toMatchObject({ ready: [200, "Ready"], check: FINE, failing: 0, waiting: 0, sent: 1, failed: 1 });
		expect(mailbox.received(to)).toHaveLength(1);
		await until(() => api.logged.some((line) => line.includes("smtp is available again")));
		const log = api.logged.join("");
		expect(log).toContain(`the mail server 127.0.0.1:${port} failed: nothing is listening there (ESOCKET ECONNREFUSED`);
		expect(log.match(/smtp is unavailable/g)).toHaveLength(1);
		expect(log).not.toContain('"stack"');
		expect(log).not.toContain(to);
		await api.close();
		await mailbox.close();
	});

	test("for a wrong password shows before there is a mail, and the password nowhere", async () => {
		const mailbox = await openMailbox({ account: ACCOUNT });
		const wrong = mailbox.url.replace("//", "//parley%40school.example:wr0ng-secret@");
		const api = await openWith(wrong);

		await api.parley.services.mailHealth?.check();
		const looked = await look(api);
		const to = await askForMail(api);
		await api.parley.services.jobs.runDue();
		const tried = await look(api);

		expect(looked).toMatchObject({ check: FAILING, failing: 1, failed: 0 });
		expect(tried).toMatchObject({ check: FAILING, failing: 1, failed: 1, waiting: 1 });
		const log = api.logged.join("");
		expect(log).toContain(`${new URL(mailbox.url).host} failed: the sign-in was refused (EAUTH 535`);
		for (const secret of [to, "wr0ng-secret", "parley@school", "parley%40school"]) expect(log).not.toContain(secret);
		await api.close();
		await mailbox.close();
	});

	test("with the right password nothing is wrong", async () => {
		const mailbox = await openMailbox({ account: ACCOUNT });
		const api = await openWith(mailbox.url.replace("//", `//${encodeURIComponent(ACCOUNT.user)}:${ACCOUNT.password}@`));

		await api.parley.services.mailHealth?.check();
		const to = await askForMail(api);
		await api.parley.services.jobs.runDue();
		const seen = await look(api);

		expect(seen).toMatchObject({ ready: [200, "Ready"], check: FINE, failing: 0, sent: 1, waiting: 0 });
		expect(mailbox.received(to)).toHaveLength(1);
		await api.close();
		await mailbox.close();
	});

	test("because of its recipient is counted, and says nothing against the server", async () => {
		const mailbox = await openMailbox();
		const api = await openWith(mailbox.url);
		mailbox.refuseNext(550);
		const to = await askForMail(api);

		await api.parley.services.jobs.runDue();
		const seen = await look(api);

		expect(seen).toMatchObject({ check: FINE, failing: 0, refused: 1, waiting: 0 });
		expect(api.logged.join("")).toContain(to.slice(to.indexOf("@") + 1));
		expect(api.logged.join("")).not.toContain(to);
		await api.close();
		await mailbox.close();
	});
});

describe("looking at a mail server", () => {
	const check = async (url: string) => {
		const transport = createSmtp({ url, from: FROM, domain: "parley.example" });
		try {
			return await transport.check();
		} catch (error) {
			return error instanceof Error ? error.message : String(error);
		} finally {
			transport.close();
		}
	};
	const as = (url: string, credentials: string, query = "") => `${url.replace("//", `//${credentials}@`)}${query}`;
	const credentials = `${encodeURIComponent(ACCOUNT.user)}:${ACCOUNT.password}`;

	test("tells whether it encrypts, and whether it lets us in", async () => {
		const [encrypting, open] = [await openMailbox({ account: ACCOUNT, hasTls: true }), await openMailbox()];

		const found = [
			await check(as(encrypting.url, credentials, "?tls.rejectUnauthorized=false")),
			await check(open.url),
			await check(as(open.url, credentials)),
		];
		const unsigned = await check(as(encrypting.url, credentials));
		const demanded = await check(`${open.url}?requireTLS=true`);

		expect(found).toEqual([
			{ name: new URL(encrypting.url).host, isEncrypted: true, signIn: "done" },
			{ name: new URL(open.url).host, isEncrypted: false, signIn: "not_configured" },
			{ name: new URL(open.url).host, isEncrypted: false, signIn: "not_offered" },
		]);
		expect(unsigned).toContain(`${new URL(encrypting.url).host} failed: its certificate is not trusted`);
		expect(demanded).toContain("failed: the connection cannot be encrypted");
		expect([encrypting.received(), open.received()]).toEqual([[], []]);
		await encrypting.close();
		await open.close();
	});

	test("that does not greet ends after the time it has, or when it is closed", async () => {
		const mailbox = await openMailbox();
		mailbox.hangConnections(2);
		const transport = createSmtp({ url: mailbox.url, from: FROM, domain: "parley.example" });

		const late = await check(`${mailbox.url}?greetingTimeout=200`);
		const closed = transport.check().catch((error: Error) => error.name);
		await mailbox.untilHanging(2);
		transport.close();

		expect(late).toContain("did not answer in time: GREETING_TIMEOUT");
		expect(await closed).toBe("AbortError");
		await mailbox.close();
	});
});

describe("without a mail transport", () => {
	test("nobody is told to look at their mail, and readiness does not speak of it", async () => {
		const api = await openHarness();
		const post = (path: string) => api.request("POST", path, { body: { email: newAddress() } });

		const answers = [
			await post("/auth/forgot-password"),
			await post("/auth/verify-email/resend"),
			await post("/auth/request-reset-password"),
		];
		const facts = await api.request("GET", "/configurations/sign-in");
		const ready = await api.request("GET", "/health/ready");

		expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
		expect(answers.slice(0, 2).map(({ body }) => body.message)).toEqual([
			"This server does not send mail: ask an administrator of your organization for a link to choose a new password",
			"This server does not send mail: sign in without confirming the address",
		]);
		expect(facts.body.data.mail).toBe(false);
		expect(ready.body.data.checks.map(({ name }: { name: string }) => name)).not.toContain("mail");
		await api.close();
	});
});
