import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { FIRST_ADMIN } from "#tests/support/installation";
import { openSwaggerPage, type SwaggerPage, WALK_MS } from "#tests/support/swagger-page";

const PASSWORD = "violets are purple at dusk";

describe.skipIf(!hasBrowser)(`A person's account at Swagger UI (needs ${CHROMIUM})`, () => {
	let ui: SwaggerPage;
	let admin: string;

	beforeAll(async () => {
		ui = await openSwaggerPage({
			operations: [
				"acceptInvitation",
				"beginTotp",
				"confirmTotp",
				"createApiKey",
				"createInvitation",
				"deleteOrganization",
				"getOrganization",
				"getProfile",
				"listSessions",
				"logout",
				"refreshSession",
				"register",
				"renewRecoveryCodes",
				"requestPasswordReset",
				"resetPassword",
				"verifyMfa",
			],
		});
		admin = await tokenOf(FIRST_ADMIN);
	}, WALK_MS);
	afterAll(() => ui.close());

	const tokenOf = async (credentials: object): Promise<string> =>
		(await ui.post("/auth/login", credentials)).body.access_token;
	const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

	/** Somebody with an account. */
	async function registered(name: string) {
		const credentials = { email: `${name.toLowerCase()}@school.example`, password: PASSWORD };
		await ui.post("/auth/register", { ...credentials, name });
		return { credentials, token: await tokenOf(credentials) };
	}

	/** A school, and the invitation its owner was sent. */
	async function school(ownerEmail: string): Promise<{ orgId: string; token: string }> {
		const { data } = (await ui.post("/orgs", { name: "A School", orgType: "education", ownerEmail }, admin)).body;
		return { orgId: data.id, token: data.ownerInvitation.token };
	}

	test(
		"registers, signs in and out",
		async () => {
			const credentials = { email: "ada@school.example", password: PASSWORD };

			const made = await ui.execute("Auth", "register", {}, { ...credentials, name: "Ada Lovelace" });
			await ui.authorize(await tokenOf(credentials));
			const signedOut = await ui.execute("Auth", "logout", {}, {});
			const after = await ui.execute("Auth", "getProfile");

			expect([made.status, signedOut.status, after.status]).toEqual([201, 204, 401]);
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);

	test(
		"adds a second factor",
		async () => {
			const { credentials, token } = await registered("Mary");
			await ui.authorize(token);

			const begun = await ui.execute("Auth", "beginTotp", {}, { password: credentials.password });
			const confirmed = await ui.execute("Auth", "confirmTotp", {}, { code: codeOf(begun.body.data.secret) });
			const renewed = await ui.execute("Auth", "renewRecoveryCodes", {}, {});

			const challenged = await ui.post("/auth/login", credentials);
			expect([begun.status, confirmed.status, renewed.status]).toEqual([201, 200, 201]);
			expect([challenged.status, challenged.body.error.code]).toEqual([401, "mfa_required"]);
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);

	test(
		"signs in with a recovery code, refreshes and sees the sessions",
		async () => {
			const { credentials, token } = await registered("Emmy");
			const begun = await ui.post("/auth/mfa/totp", {}, token);
			const confirmed = await ui.post("/auth/mfa/totp/confirm", { code: codeOf(begun.body.data.secret) }, token);
			const { challengeToken } = (await ui.post("/auth/login", credentials)).body.error.meta;
			const [code] = confirmed.body.data.recoveryCodes;

			const second = await ui.execute("Auth", "verifyMfa", {}, { challengeToken, code });
			const { refresh_token } = second.body;
			const refreshed = await ui.execute("Auth", "refreshSession", {}, { refresh_token });
			await ui.authorize(refreshed.body.access_token);
			const sessions = await ui.execute("Auth", "listSessions");

			expect(second.body.user.email).toBe(credentials.email);
			expect(refreshed.status).toBe(200);
			expect(sessions.body.data).toHaveLength(2);
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);

	test(
		"gives a service a key, with which it reads its organization",
		async () => {
			const { orgId } = await school("head@school.example");
			await ui.authorize(admin);

			const made = await ui.execute("API keys", "createApiKey", { orgId }, { name: "Timetable", scopes: ["org:read"] });
			await ui.authorize(made.body.data.key);
			const read = await ui.execute("Organizations", "getOrganization", { orgId });
			const refused = await ui.execute("Organizations", "deleteOrganization", { orgId });

			expect(made.status).toBe(201);
			expect(read.body.data.name).toBe("A School");
			expect([refused.status, refused.body.error.code]).toEqual([403, "insufficient_scope"]);
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);

	test(
		"joins a second organization and switches to it",
		async () => {
			const grace = { email: "grace@school.example", password: PASSWORD };
			const { token } = await school(grace.email);
			await ui.post(`/auth/invitations/${token}/accept`, { name: "Grace", password: grace.password });
			const { body: session } = await ui.post("/auth/login", grace);
			const { orgId } = await school("another@school.example");
			await ui.authorize(admin);

			const invited = await ui.execute("Members", "createInvitation", { orgId }, { email: grace.email, role: "admin" });
			await ui.authorize(session.access_token);
			const joined = await ui.execute("Auth", "acceptInvitation", { token: invited.body.data.token }, {});
			const { refresh_token } = session;
			const switched = await ui.execute("Auth", "refreshSession", {}, { refresh_token, orgId });

			expect([invited.status, joined.status]).toEqual([201, 200]);
			expect(switched.body.user.role).toBe("admin");
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);

	test(
		"comes to a new password when the old one is lost",
		async () => {
			const { token: invitation } = await school("hedy@school.example");
			const hedy = { email: "hedy@school.example", password: PASSWORD };
			const accepting = { name: "Hedy", password: hedy.password };
			const { userId } = (await ui.post(`/auth/invitations/${invitation}/accept`, accepting)).body.data;
			await ui.authorize(admin);
			const password = "nanoseconds are eleven inches";

			const reset = await ui.execute("Auth", "requestPasswordReset", {}, { userId });
			const { token } = reset.body.data;
			const chosen = await ui.execute("Auth", "resetPassword", {}, { token, password });

			const old = await ui.post("/auth/login", hedy);
			const anew = await ui.post("/auth/login", { ...hedy, password });
			expect(chosen.status).toBe(200);
			expect([old.status, anew.status]).toEqual([401, 200]);
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);
});
