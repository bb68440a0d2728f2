import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { createSmtp } from "#adapters/smtp";
import { auditEntries, users } from "#db/schema";
import { createParley } from "#src/app";
import { createMetrics } from "#src/metrics";
import { startFakeProvider } from "#tests/support/fake-provider";
import { forThisFile } from "#tests/support/for-this-file";
import { ADMIN, PASSWORD, type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { NEW_PASSWORD } from "#tests/support/mail-harness";
import { linkOf, openMailbox } from "#tests/support/mailbox";
import { newPersonClaims, signInAs } from "#tests/support/sso";
import { inProcessDescribe } from "#tests/support/target";

const MALLORY = "the password of the attacker";

const provider = await forThisFile(startFakeProvider("http://localhost:3993"));
const api = await useHarness({ env: provider.env });

const newAddress = () => `p-${crypto.randomUUID()}@corp.example`;
const login = (email: string, password: string) => api.post("/auth/login", { email, password });
const register = (email: string, more: object = {}) =>
	api.post("/auth/register", { email, password: MALLORY, name: "Mallory", ...more });
const accept = (token: string, body: unknown, as?: string) =>
	api.request("POST", `/auth/invitations/${token}/accept`, { token: as, body });
const profileOf = async (token: string) => (await api.request("GET", "/auth/profile", { token })).body.data;

async function invite(by: SignedIn, email: string, role = "teacher"): Promise<string> {
	const { body } = await by.post(`/orgs/${by.orgId}/members`, { email, role });
	return body.data.invitation.token;
}

const seen = ({ status, body }: TestResponse) => [status, body.error?.code];

describe("an invitation accepted by its sender", () => {
	/** Makes Mallory, who owns an organization, accept an invitation of somebody else's address. */
	async function impersonate(email: string): Promise<{ mallory: SignedIn; token: string }> {
		const mallory = await api.createOrganization();
		await accept(await invite(mallory, email), { name: "Bob", password: MALLORY });
		return { mallory, token: (await login(email, MALLORY)).body.access_token };
	}

	test("creates the membership but does not verify the address", async () => {
		const { mallory, token } = await impersonate(newAddress());

		const profile = await profileOf(token);

		expect(profile.emailVerified).toBe(false);
		expect(profile.memberships.map(({ orgId }: { orgId: string }) => orgId)).toEqual([mallory.orgId]);
	});

	test("does not make the account the one a system administrator adds by address", async () => {
		const email = newAddress();
		await impersonate(email);
		const other = await api.createOrganization();

		const added = await api.as(await api.signInSystem()).post(`/orgs/${other.orgId}/members`, { email, role: "admin" });

		expect(added.status).toBe(202);
		const members = await other.get(`/orgs/${other.orgId}/members`);
		expect(members.body.data).toHaveLength(1);
	});

	test("gives no access through the provider: the owner takes the account over, and its creator cannot regain it", async () => {
		const person = newPersonClaims();
		const { mallory, token } = await impersonate(String(person.email));

		const bob = await signInAs(api, provider, person);

		const old = await api.request("GET", "/auth/profile", { token });
		const reset = await mallory.post("/auth/request-reset-password", { userId: bob.body.user.id });
		expect(bob.body.user).toMatchObject({ email: person.email, name: person.name });
		expect(old.status).toBe(401);
		expect((await login(String(person.email), MALLORY)).status).toBe(401);
		expect(seen(reset)).toEqual([403, "forbidden"]);
	});
});

describe("an unconfirmed account without memberships", () => {
	test("releases its address to whoever accepts an invitation of it", async () => {
		const [email, school] = [newAddress(), await api.createOrganization()];
		await register(email);
		const squatter = (await login(email, MALLORY)).body;

		const response = await accept(await invite(school, email), { name: "Ada", password: PASSWORD });

		const [old, teacher] = [await login(email, MALLORY), await login(email, PASSWORD)];
		const session = await api.request("GET", "/auth/profile", { token: squatter.access_token });
		const refreshed = await api.post("/auth/refresh", { refresh_token: squatter.refresh_token });
		expect(response.body.data).toMatchObject({ orgId: school.orgId, role: "teacher" });
		expect(response.body.data.userId).not.toBe(squatter.user.id);
		expect([old.status, session.status, refreshed.status]).toEqual([401, 401, 401]);
		expect(teacher.body.user).toMatchObject({ name: "Ada", role: "teacher" });
		const entries = await api.store.acrossTenants.db.select().from(auditEntries);
		const released = entries.filter(({ action }) => action === "auth.release_email").flatMap(({ targets }) => targets);
		expect(released.map(({ id }) => id)).toContain(squatter.user.id);
	});

	test("releases its address to whoever registers with an invitation of it, and to nobody else", async () => {
		const [email, school] = [newAddress(), await api.createOrganization()];
		await register(email);
		const inviteToken = await invite(school, email);

		const uninvited = await register(email, { password: PASSWORD });
		const invited = await register(email, { password: PASSWORD, name: "Ada", inviteToken });

		expect(seen(uninvited)).toEqual([409, "email_taken"]);
		expect([invited.status, invited.body.data.emailVerified]).toEqual([201, false]);
		expect((await login(email, MALLORY)).status).toBe(401);
		expect((await login(email, PASSWORD)).body.user.role).toBe("teacher");
	});

	test("keeps its address if it accepts the invitation itself", async () => {
		const [email, school] = [newAddress(), await api.createOrganization()];
		await register(email);
		const { access_token: token, user } = (await login(email, MALLORY)).body;

		const response = await accept(await invite(school, email), {}, token);

		expect(response.body.data).toEqual({ orgId: school.orgId, userId: user.id, role: "teacher" });
		expect(await profileOf(token)).toMatchObject({ email, emailVerified: false });
	});

	test("releases its address to one of two concurrent invitees", async () => {
		const [email, one, two] = [newAddress(), await api.createOrganization(), await api.createOrganization()];
		await register(email);
		const tokens = [await invite(one, email), await invite(two, email)];

		const answers = await Promise.all(tokens.map((token) => accept(token, { password: PASSWORD })));

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
		const made = await api.store.db.select().from(users).where(eq(users.email, email));
		expect(made).toHaveLength(1);
	});
});

describe("an unconfirmed account that belongs to an organization", () => {
	test("is not taken over by an invitation, but can join a second organization", async () => {
		const [email, one, two] = [newAddress(), await api.createOrganization(), await api.createOrganization()];
		await accept(await invite(one, email), { name: "Ada", password: PASSWORD });
		const inviteToken = await invite(two, email, "manager");

		const taken = await accept(inviteToken, { name: "Mallory", password: MALLORY });
		const registered = await register(email, { inviteToken });
		const { access_token: token } = (await login(email, PASSWORD)).body;
		const joined = await accept(inviteToken, {}, token);

		expect(seen(taken)).toEqual([401, "unauthenticated"]);
		expect(seen(registered)).toEqual([409, "email_taken"]);
		expect(joined.body.data).toMatchObject({ orgId: two.orgId, role: "manager" });
		expect((await profileOf(token)).memberships).toHaveLength(2);
	});
});

test("The account of a system administrator never releases its address, even unconfirmed.", async () => {
	const [email, school] = [newAddress(), await api.createOrganization()];
	const token = await api.signInSystem();
	await api.request("PATCH", "/auth/update-profile", { token, body: { email } });

	const response = await accept(await invite(school, email), { password: MALLORY });

	await api.request("PATCH", "/auth/update-profile", { token, body: { email: ADMIN.email } });
	expect(seen(response)).toEqual([401, "unauthenticated"]);
	expect((await login(ADMIN.email, ADMIN.password)).status).toBe(200);
});

// The transport is configured while links shown to administrators are still valid.
inProcessDescribe("an installation that starts to send mail", () => {
	async function openWithMail() {
		const mailbox = await openMailbox();
		const mailTransport = createSmtp({ url: mailbox.url, from: "Parley <p@corp.example>", domain: "corp.example" });
		const later = createParley({ ...api.deps, metrics: createMetrics(), mailTransport });
		await later.services.prepare();
		const send = async (path: string, body: unknown): Promise<Pick<TestResponse, "status" | "body">> => {
			const headers = { host: "localhost", "content-type": "application/json" };
			const init = { method: "POST", headers, body: JSON.stringify(body) };
			const response = await later.fetch(new Request(`http://localhost${path}`, init), () => "127.0.0.1");
			return { status: response.status, body: await response.json() };
		};
		const mailTo = async (email: string) => {
			await later.services.jobs.runDue();
			return mailbox.next(email);
		};
		const close = async () => {
			await later.services.stop();
			mailTransport.close();
			await mailbox.close();
		};
		return { send, mailTo, close };
	}

	test("does not accept an invitation shown before as verification of the address", async () => {
		const [email, school, mailed] = [newAddress(), await api.createOrganization(), await openWithMail()];
		const invitation = `/auth/invitations/${await invite(school, email)}/accept`;

		const accepted = await mailed.send(invitation, { name: "Mallory", password: MALLORY });
		const signedIn = await mailed.send("/auth/login", { email, password: MALLORY });

		expect(accepted.status).toBe(200);
		expect(signedIn.body.user).toMatchObject({ email, role: "teacher" });
		expect((await profileOf(signedIn.body.access_token)).emailVerified).toBe(false);
		await mailed.close();
	});

	test("mails a verification link to whoever registers with an invitation shown before", async () => {
		const [email, school, mailed] = [newAddress(), await api.createOrganization(), await openWithMail()];
		const inviteToken = await invite(school, email);
		await register(email);
		const account = { email, password: PASSWORD, name: "Ada", inviteToken };

		await mailed.send("/auth/register", account);
		const { token } = linkOf(await mailed.mailTo(email));
		const confirmed = await mailed.send("/auth/verify-email", { token, password: PASSWORD });
		const after = await mailed.send("/auth/login", { email, password: PASSWORD });

		expect(confirmed.status).toBe(200);
		expect(after.body.user).toMatchObject({ name: "Ada", role: "teacher" });
		expect((await mailed.send("/auth/login", { email, password: MALLORY })).status).toBe(401);
		await mailed.close();
	});

	test("does not accept a reset link shown before as verification of the address", async () => {
		const [school, mailed] = [await api.createOrganization(), await openWithMail()];
		const member = await api.addMember(school, "member");
		const asked = await school.post("/auth/request-reset-password", { userId: member.userId });

		const reset = await mailed.send("/auth/reset-password", { token: asked.body.data.token, password: NEW_PASSWORD });
		const signedIn = await mailed.send("/auth/login", { email: member.email, password: NEW_PASSWORD });

		expect(reset.status).toBe(200);
		expect((await profileOf(signedIn.body.access_token)).emailVerified).toBe(false);
		await mailed.close();
	});

	test.each([
		["the verification mail", "/auth/verify-email/resend", "/auth/verify-email", { password: PASSWORD }, PASSWORD],
		["a new password", "/auth/forgot-password", "/auth/reset-password", { password: NEW_PASSWORD }, NEW_PASSWORD],
	])(
		"lets people of the time before in, and confirm their address by %s",
		async (_what, ask, confirm, more, password) => {
			const [school, mailed] = [await api.createOrganization(), await openWithMail()];
			const { email } = await api.addMember(school, "member");

			const before = await mailed.send("/auth/login", { email, password: PASSWORD });
			await mailed.send(ask, { email });
			const mail = await mailed.mailTo(email);
			await mailed.send(confirm, { token: linkOf(mail).token, ...more });
			const after = await mailed.send("/auth/login", { email, password });

			expect(before.status).toBe(200);
			// The address is unverified, so the name may be a stranger's message.
			expect(mail.text).not.toContain("A Person");
			expect(after.body.user).toMatchObject({ email, role: "member" });
			expect((await profileOf(after.body.access_token)).emailVerified).toBe(true);
			await mailed.close();
		},
	);
});
