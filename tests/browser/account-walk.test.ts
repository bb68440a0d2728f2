import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { FIRST_ADMIN, openSwaggerPage, type SwaggerPage } from "#tests/support/swagger-page";

const ADA = { email: "ada@school.example", password: "violets are purple at dusk", name: "Ada Lovelace" };

describe.skipIf(!hasBrowser)(`A person's account at Swagger UI (needs ${CHROMIUM})`, () => {
	let ui: SwaggerPage;

	beforeAll(async () => {
		ui = await openSwaggerPage();
	}, 60_000);
	afterAll(() => ui.close());

	test("registers, signs in, adds a second factor, uses it, refreshes, sees sessions and signs out", async () => {
		const { name: _, ...credentials } = ADA;
		const registered = await ui.execute("Auth", "register", {}, ADA);
		const first = await ui.execute("Auth", "login", {}, credentials);
		await ui.authorize(first.body.access_token);

		const begun = await ui.execute("Auth", "beginTotp");
		const code = new TOTP({ secret: Secret.fromBase32(begun.body.data.secret) }).generate();
		const confirmed = await ui.execute("Auth", "confirmTotp", {}, { code });
		const renewed = await ui.execute("Auth", "renewRecoveryCodes", {}, {});
		const challenged = await ui.execute("Auth", "login", {}, credentials);
		const { challengeToken } = challenged.body.error.meta;
		const replayed = await ui.execute("Auth", "verifyMfa", {}, { challengeToken, code });
		const [recoveryCode] = renewed.body.data.recoveryCodes;
		const second = await ui.execute("Auth", "verifyMfa", {}, { challengeToken, code: recoveryCode });
		const refreshed = await ui.execute("Auth", "refreshSession", {}, { refresh_token: second.body.refresh_token });
		const sessions = await ui.execute("Auth", "listSessions");
		const signedOut = await ui.execute("Auth", "logout", {}, {});
		const after = await ui.execute("Auth", "getProfile");

		expect(registered.status).toBe(201);
		expect([begun.status, confirmed.status, renewed.status]).toEqual([201, 200, 201]);
		expect([challenged.status, challenged.body.error.code]).toEqual([401, "mfa_required"]);
		expect(replayed.status).toBe(401);
		expect(second.body.user.email).toBe(ADA.email);
		expect(refreshed.status).toBe(200);
		expect(sessions.body.data).toHaveLength(2);
		expect([signedOut.status, after.status]).toEqual([204, 401]);
	}, 90_000);

	test("gives a service a key, with which it reads its organization", async () => {
		const { body: session } = await ui.execute("Auth", "login", {}, FIRST_ADMIN);
		await ui.authorize(session.access_token);
		const created = await ui.execute(
			"Organizations",
			"createOrganization",
			{},
			{ name: "A School", orgType: "education" },
		);
		const orgId = created.body.data.id;
		const key = { name: "Timetable", scopes: ["org:read"] };

		const made = await ui.execute("API keys", "createApiKey", { orgId }, key);
		await ui.authorize(made.body.data.key);
		const read = await ui.execute("Organizations", "getOrganization", { orgId });
		const refused = await ui.execute("Organizations", "deleteOrganization", { orgId });

		expect(made.status).toBe(201);
		expect(read.body.data.name).toBe("A School");
		expect([refused.status, refused.body.error.code]).toEqual([403, "insufficient_scope"]);
		expect(ui.foreign).toEqual([]);
	}, 60_000);

	test("joins a second organization, switches to it, and comes to a new password when the old one is lost", async () => {
		const grace = { email: "grace@school.example", password: "a compiler is a friend" };
		const { body: admin } = await ui.execute("Auth", "login", {}, FIRST_ADMIN);
		await ui.authorize(admin.access_token);
		const school = { name: "First School", orgType: "education", ownerEmail: grace.email };
		const first = await ui.execute("Organizations", "createOrganization", {}, school);
		const second = await ui.execute("Organizations", "createOrganization", {}, { name: "Second", orgType: "business" });
		const { token } = first.body.data.ownerInvitation;
		const orgId = second.body.data.id;

		const owner = await ui.execute("Auth", "acceptInvitation", { token }, { name: "Grace", password: grace.password });
		const invited = await ui.execute("Members", "createInvitation", { orgId }, { email: grace.email, role: "manager" });
		const { body: session } = await ui.execute("Auth", "login", {}, grace);
		await ui.authorize(session.access_token);
		const joined = await ui.execute("Auth", "acceptInvitation", { token: invited.body.data.token }, {});
		const switched = await ui.execute("Auth", "refreshSession", {}, { refresh_token: session.refresh_token, orgId });
		await ui.authorize(admin.access_token);
		const { userId } = owner.body.data;
		const reset = await ui.execute("Auth", "requestPasswordReset", {}, { userId });
		const password = "nanoseconds are eleven inches";
		const chosen = await ui.execute("Auth", "resetPassword", {}, { token: reset.body.data.token, password });
		const old = await ui.execute("Auth", "login", {}, grace);
		const anew = await ui.execute("Auth", "login", {}, { email: grace.email, password });

		expect([owner.status, invited.status, joined.status]).toEqual([200, 201, 200]);
		expect(switched.body.user.role).toBe("manager");
		expect(chosen.status).toBe(200);
		expect([old.status, anew.status]).toEqual([401, 200]);
		expect(ui.foreign).toEqual([]);
	}, 120_000);
});
