import { expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import { forThisFile } from "#tests/support/for-this-file";
import { ADMIN, openHarness, PASSWORD, type TestResponse } from "#tests/support/harness";
import { NEW_PASSWORD, openMailHarness } from "#tests/support/mail-harness";
import { linkOf, openMailbox } from "#tests/support/mailbox";
import { inProcessDescribe, inProcessTest } from "#tests/support/target";

const MALLORY = "the password of the attacker";

const { api, post, get, login, register, mailTo, ...mail } = await forThisFile(openMailHarness());
const adminToken = await api.signInSystem();

const seen = ({ status, body }: Pick<TestResponse, "status" | "body">) => [status, body.error?.code];

/** Invites an address to an organization, and shows the link to whoever invites. */
async function shownLink(email: string, role = "member"): Promise<{ orgId: string; token: string }> {
	const made = await post("/orgs", { name: "School", orgType: "education" }, adminToken);
	const orgId: string = made.body.data.id;
	const invited = await post(`/orgs/${orgId}/invitations`, { email, role }, adminToken);
	const shown = await post(`/orgs/${orgId}/invitations/${invited.body.data.id}/link`, undefined, adminToken);
	return { orgId, token: shown.body.data.token };
}

const accept = (token: string, password: string, as?: string) =>
	post(`/auth/invitations/${token}/accept`, { name: "Somebody", password }, as);

const profileOf = async (token: string) => (await get("/auth/profile", token)).body.data;

/** Makes an account by a link that somebody else was shown. */
async function impersonate(email: string): Promise<{ orgId: string; token: string; userId: string }> {
	const { orgId, token } = await shownLink(email);
	await accept(token, MALLORY);
	const { body } = await login(email, MALLORY);
	return { orgId, token: body.access_token, userId: body.user.id };
}

async function confirmationOf(email: string): Promise<string> {
	await post("/auth/verify-email/resend", { email });
	return linkOf(await mailTo(email)).token;
}

inProcessDescribe("a link that was shown", () => {
	test("works to the end while no mail leaves", async () => {
		const closed = await openMailbox();
		await closed.close();
		const away = await openHarness({ env: { SMTP_URL: closed.url, MAIL_FROM: "parley@school.example" } });
		const [email, admin] = [newAddress(), await away.signInSystem()];
		const orgId = (await away.as(admin).post("/orgs", { name: "School", orgType: "education" })).body.data.id;
		const { id } = (await away.as(admin).post(`/orgs/${orgId}/invitations`, { email, role: "member" })).body.data;
		await away.parley.services.jobs.runDue();
		const { token } = (await away.as(admin).post(`/orgs/${orgId}/invitations/${id}/link`)).body.data;

		const body = { name: "Ada", password: PASSWORD };
		const accepted = await away.request("POST", `/auth/invitations/${token}/accept`, { body });
		const signedIn = await away.request("POST", "/auth/login", { body: { email, password: PASSWORD } });
		const read = await away.request("GET", `/orgs/${orgId}`, { token: signedIn.body.access_token });

		expect([accepted.status, signedIn.body.user.role, read.status]).toEqual([200, "member", 200]);
		await away.close();
	});

	test("proves no address: the account signs in, unconfirmed, as long as it belongs to an organization", async () => {
		const email = newAddress();
		const { orgId, token, userId } = await impersonate(email);

		const { emailVerified } = await profileOf(token);
		await api.request("DELETE", `/orgs/${orgId}/members/${userId}`, {
			token: adminToken,
			headers: { host: "parley.example" },
		});

		expect(emailVerified).toBe(false);
		expect(seen(await login(email, MALLORY))).toEqual([403, "email_not_verified"]);
		expect(seen(await login(email, PASSWORD))).toEqual([401, "invalid_credentials"]);
	});

	test("is the way in of the person who registered and never got the mail", async () => {
		const email = newAddress();
		await register(email);
		await mail.deliver();
		const { token } = await shownLink(email);

		const before = await login(email);
		const accepted = await accept(token, PASSWORD);
		const after = await login(email);

		expect(seen(before)).toEqual([403, "email_not_verified"]);
		expect([accepted.status, after.status]).toEqual([200, 200]);
	});

	test.each(["a confirmed account", "a member", "a system administrator"])(
		"takes no account from %s",
		async (whose) => {
			const owners: Readonly<Record<string, () => Promise<string>>> = {
				"a confirmed account": () => mail.registered(),
				"a member": async () => {
					const email = newAddress();
					await accept((await shownLink(email)).token, PASSWORD);
					return email;
				},
			};
			const email = (await owners[whose]?.()) ?? ADMIN.email;
			const { token } = await shownLink(email);

			const taken = await accept(token, MALLORY);

			expect(seen(taken)).toEqual([401, "unauthenticated"]);
			expect((await login(email, MALLORY)).status).toBe(401);
		},
	);

	test("leaves nothing of an account that gave way to the new one, and the other way round", async () => {
		const email = newAddress();
		await register(email);
		const confirmation = linkOf(await mailTo(email)).token;
		await post("/auth/forgot-password", { email });
		const reset = linkOf(await mailTo(email)).token;
		const { token } = await shownLink(email);

		await accept(token, MALLORY);

		const links = [
			await post("/auth/verify-email", { token: confirmation }),
			await post("/auth/reset-password", { token: reset, password: NEW_PASSWORD }),
		];
		const { access_token } = (await login(email, MALLORY)).body;
		expect(links.map(seen)).toEqual(Array(2).fill([422, "token_invalid"]));
		expect((await login(email)).status).toBe(401);
		expect(await profileOf(access_token)).toMatchObject({ name: "Somebody", emailVerified: false });
	});
});

inProcessTest("The address at which the API accepts an invitation opens its page.", async () => {
	const response = await get("/auth/invitations/token%20of%0D%0Athe-invitation/accept");

	const page = "/api/console/invitation#token%20of%0D%0Athe-invitation";
	expect([response.status, response.headers.get("location")]).toEqual([302, page]);
});

inProcessDescribe("an account that somebody made by a shown link for the address of another person", () => {
	test("is not confirmed by a click of that person", async () => {
		const email = newAddress();
		const { token } = await impersonate(email);
		const stranger = await mail.tokenOf(await mail.registered());
		const confirmation = await confirmationOf(email);

		const answers = [
			await post("/auth/verify-email", { token: confirmation }),
			await post("/auth/verify-email", { token: confirmation }, stranger),
			await post("/auth/verify-email", { token: confirmation, password: PASSWORD }),
		];

		expect(answers.map(seen)).toEqual([
			[401, "unauthenticated"],
			[403, "forbidden"],
			[422, "validation_failed"],
		]);
		expect((await profileOf(token)).emailVerified).toBe(false);
	});

	test("becomes that person's by a reset, with nothing left of whoever made it", async () => {
		const email = newAddress();
		const { token } = await impersonate(email);
		const confirmation = await confirmationOf(email);

		const reset = await post("/auth/reset-password", {
			token: await mail.resetTokenOf(email),
			password: NEW_PASSWORD,
		});

		const owner = await login(email, NEW_PASSWORD);
		expect(reset.status).toBe(200);
		expect([(await login(email, MALLORY)).status, (await get("/auth/profile", token)).status]).toEqual([401, 401]);
		expect(seen(await post("/auth/verify-email", { token: confirmation }))).toEqual([422, "token_invalid"]);
		expect((await profileOf(owner.body.access_token)).emailVerified).toBe(true);
	});

	test("is confirmed by its own session, which stays", async () => {
		const email = newAddress();
		const { token } = await impersonate(email);

		const confirmed = await post("/auth/verify-email", { token: await confirmationOf(email) }, token);

		expect(confirmed.body.data).toMatchObject({ email, emailVerified: true });
		expect((await profileOf(token)).emailVerified).toBe(true);
	});

	test("tells that person how to get it when they register, and keeps its password until then", async () => {
		const email = newAddress();
		await accept((await shownLink(email)).token, MALLORY);

		await register(email);
		const { text } = await mailTo(email);

		expect(text).toContain("request a new one on the sign-in page");
		expect((await login(email, MALLORY)).status).toBe(200);
	});
});
