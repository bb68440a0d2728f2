import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import type { Browser } from "playwright-core";
import { MINUTE_MS } from "#kernel/clock";
import { type Authenticator, type CredentialJson, openAuthenticator } from "#tests/support/authenticator";
import { CHROMIUM, hasBrowser, openBrowser } from "#tests/support/browser";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { openOvertakable } from "#tests/support/overtakable";
import { disablePerson } from "#tests/support/people";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { announced, auditOf, eventsOf } from "#tests/support/traces";

const ORIGIN = "http://localhost:3000";

const api = await useHarness({ env: { PUBLIC_URL: `${ORIGIN}/api/dev` } });

const post = (path: string, body: unknown = {}, token?: string) =>
	api.request("POST", `/auth/passkeys/${path}`, { body, token });
const passkeysOf = async ({ token }: SignedIn) => (await api.request("GET", "/auth/passkeys", { token })).body.data;

describe.skipIf(!hasBrowser)(`passkeys of a browser (needs ${CHROMIUM})`, () => {
	let browser: Browser;
	let device: Authenticator;
	let person: SignedIn;

	beforeAll(async () => {
		browser = await openBrowser();
	});
	afterAll(() => browser.close());
	beforeEach(async () => {
		await device?.close();
		device = await openAuthenticator(browser, ORIGIN);
		person = await api.createOrganization();
	});

	async function created(by = person, on = device): Promise<CredentialJson> {
		return on.create((await post("register/options", {}, by.token)).body.data);
	}
	const register = async (by = person, on = device) =>
		post("register/verify", { credential: await created(by, on) }, by.token);
	const proved = async (on = device) => on.get((await post("login/options")).body.data);
	const login = async (on = device) => post("login/verify", { credential: await proved(on) });

	test("are registered once, listed, and sign in without a second factor", async () => {
		const credential = await created();

		const registered = await post("register/verify", { name: "My laptop", credential }, person.token);
		const signedIn = await login();

		expect(registered.status).toBe(201);
		expect(registered.body.data).toMatchObject({ id: credential.id, name: "My laptop", lastUsedAt: null });
		expect(signedIn.status).toBe(200);
		expect(signedIn.body.user.id).toBe(person.userId);
		const claims = JSON.parse(Buffer.from(signedIn.body.access_token.split(".")[1], "base64url").toString());
		expect(claims.amr).toEqual(["hwk", "user"]);
		const profile = await api.request("GET", "/auth/profile", { token: signedIn.body.access_token });
		expect(profile.body.data.id).toBe(person.userId);
		expect(await passkeysOf(person)).toEqual([
			{ ...registered.body.data, lastUsedAt: expect.stringMatching(/^20\d\d-/) },
		]);
		expect(await announced(api.store, person.orgId)).toContain("security.passkey_added");
		const [entry] = (await auditOf(api.store, person.orgId)).filter(({ action }) => action === "passkey.add");
		expect(entry?.targets).toContainEqual({ type: "passkey", id: credential.id });
	});

	test("deliver the refresh token in a cookie on request", async () => {
		await register();

		const response = await post("login/verify", { credential: await proved(), tokenDelivery: "cookie" });

		expect(response.body.refresh_token).toBeUndefined();
		expect(response.headers.get("set-cookie")).toMatch(/parley_refresh=[\w-]{43};.*HttpOnly/);
	});

	test("sign in to the requested organization, and to no other", async () => {
		await register();
		const other = await api.createOrganization();

		const own = await post("login/verify", { credential: await proved(), orgId: person.orgId });
		const foreign = await post("login/verify", { credential: await proved(), orgId: other.orgId });

		expect(own.status).toBe(200);
		expect(codeOf(foreign)).toEqual([403, "org_mismatch"]);
	});

	test("cannot reuse an assertion", async () => {
		const credential = await created();
		await post("register/verify", { credential }, person.token);
		const proof = await proved();
		const first = await post("login/verify", { credential: proof });

		const replayedLogin = await post("login/verify", { credential: proof });
		const replayedRegistration = await post("register/verify", { credential }, person.token);

		expect(first.status).toBe(200);
		expect(codeOf(replayedLogin)).toEqual([401, "invalid_credentials"]);
		expect(codeOf(replayedRegistration)).toEqual([422, "token_invalid"]);
	});

	test("sign in once with two identical concurrent assertions", async () => {
		await register();
		const credential = await proved();

		const answers = await Promise.all([1, 2].map(() => post("login/verify", { credential })));

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
	});

	test("are accepted only from pages of this origin", async () => {
		const elsewhere = await openAuthenticator(browser, "http://localhost:4000");
		await register();
		await elsewhere.import(await device.export());

		const refused = await login(elsewhere);
		const registered = await register(await api.createOrganization(), elsewhere);

		await elsewhere.close();
		expect(codeOf(refused)).toEqual([401, "invalid_credentials"]);
		expect(codeOf(registered)).toEqual([422, "validation_failed"]);
	});

	test("require user verification each time", async () => {
		await register();
		const { challenge, rpId } = (await post("login/options")).body.data;
		await device.setUserVerified(false);

		// A page that requests less than our options require.
		const credential = await device.get({ challenge, rpId, userVerification: "discouraged" });
		const response = await post("login/verify", { credential });

		expect(codeOf(response)).toEqual([401, "invalid_credentials"]);
	});

	// A signature counter that does not increase: two devices have the same key.
	test("that were copied are rejected and reported", async () => {
		const { body } = await register();
		const copy = await device.export();
		await login();
		await device.import(copy);

		const refused = await login();

		expect(codeOf(refused)).toEqual([401, "invalid_credentials"]);
		const events = await eventsOf(api.store, "platform");
		expect(events.at(-1)).toMatchObject({
			type: "security.passkey_cloned",
			object: { userId: person.userId, passkeyId: body.data.id },
		});
		const [entry] = (await auditOf(api.store, "platform")).slice(-1);
		const targets = [
			{ type: "user", id: person.userId },
			{ type: "passkey", id: body.data.id },
		];
		expect(entry).toMatchObject({ action: "auth.login", outcome: "denied", targets });
	});

	test("are not registered with a challenge issued to another user", async () => {
		const other = await api.createOrganization();
		const credential = await created(other);

		const response = await post("register/verify", { credential }, person.token);

		expect(codeOf(response)).toEqual([422, "token_invalid"]);
		expect(await passkeysOf(person)).toEqual([]);
	});

	test("do not sign in with the challenge of a registration", async () => {
		await register();
		const { challenge, rp } = (await post("register/options", {}, person.token)).body.data;

		const credential = await device.get({ challenge, rpId: rp.id, userVerification: "required" });
		const response = await post("login/verify", { credential });

		expect(codeOf(response)).toEqual([401, "invalid_credentials"]);
	});

	test("belong to one user: nobody else can register them", async () => {
		const credential = await created();
		await post("register/verify", { credential }, person.token);
		const { excludeCredentials } = (await post("register/options", {}, person.token)).body.data;

		expect(excludeCredentials).toMatchObject([{ id: credential.id, type: "public-key" }]);
		await expect(created()).rejects.toThrow(/InvalidStateError|excludeCredentials|already/);
	});

	test("are visible to and removable by their owner only", async () => {
		const { body } = await register();
		const other = await api.createOrganization();
		const remove = (by: SignedIn) => api.request("DELETE", `/auth/passkeys/${body.data.id}`, { token: by.token });

		const byOther = await remove(other);
		const bySelf = await remove(person);
		const again = await remove(person);

		expect(codeOf(byOther)).toEqual([404, "not_found"]);
		expect(bySelf.status).toBe(204);
		expect(codeOf(again)).toEqual([404, "not_found"]);
		expect(codeOf(await login())).toEqual([401, "invalid_credentials"]);
		expect(await announced(api.store, person.orgId)).toContain("security.passkey_removed");
	});

	// A borrowed device or a stolen access token can neither add nor remove a passkey.
	inProcessTest("are added and removed only with fresh authentication", async () => {
		const { body } = await register();
		const ask = (proof: unknown) => [
			post("register/options", proof, person.token),
			api.request("DELETE", `/auth/passkeys/${body.data.id}`, { token: person.token, body: proof }),
		];
		api.advanceMs(10 * MINUTE_MS + 1);

		const stale = await Promise.all(ask({}));
		const wrong = await Promise.all(ask({ password: "not my password at all" }));
		const proved = await Promise.all(ask({ password: PASSWORD }));

		expect([...stale, ...wrong].map(codeOf)).toEqual([1, 2, 3, 4].map(() => [403, "forbidden"]));
		expect(proved.map(({ status }) => status)).toEqual([200, 204]);
	});

	test("require no code of a user with an authenticator", async () => {
		await register();
		const { secret } = (await api.request("POST", "/auth/mfa/totp", { token: person.token, body: {} })).body.data;
		const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.nowMs() });
		await api.request("POST", "/auth/mfa/totp/confirm", { token: person.token, body: { code } });

		const byPassword = await api.request("POST", "/auth/login", { body: { email: person.email, password: PASSWORD } });
		const byPasskey = await login();

		expect(codeOf(byPassword)).toEqual([401, "mfa_required"]);
		expect(byPasskey.status).toBe(200);
	});

	test("are rejected for a disabled account", async () => {
		await register();
		await disablePerson(api.store.db, person.userId);

		const response = await login();

		expect(codeOf(response)).toEqual([401, "invalid_credentials"]);
	});

	inProcessTest("are rejected when a concurrent removal overtakes the sign-in", async () => {
		const { id } = (await register()).body.data;
		const late = await openOvertakable(api);
		const remove = () => api.request("DELETE", `/auth/passkeys/${id}`, { token: person.token, body: {} });
		late.overtakeWith(remove);

		const body = { credential: await proved() };
		const response = await late.request("POST", "/auth/passkeys/login/verify", { body });

		expect([codeOf(response), late.overtaken()]).toEqual([[401, "invalid_credentials"], 1]);
		expect(await passkeysOf(person)).toEqual([]);
	});

	test("return the first response to a retried registration", async () => {
		const credential = await created();
		const send = () =>
			api.request("POST", "/auth/passkeys/register/verify", {
				body: { credential },
				token: person.token,
				headers: { "Idempotency-Key": "0191b2f0-6f3c-7d6e-9a51-0d4c3b2a1f00" },
			});

		const [first, second] = [await send(), await send()];

		expect([first.status, second.status]).toEqual([201, 201]);
		expect(second.headers.get("idempotency-replayed")).toBe("true");
	});

	inProcessTest("have challenges that expire after five minutes", async () => {
		await register();
		const [inTime, late] = [await proved(), await proved()];

		api.advanceMs(5 * MINUTE_MS - 1);
		const first = await post("login/verify", { credential: inTime });
		api.advanceMs(1);
		const second = await post("login/verify", { credential: late });

		expect(first.status).toBe(200);
		expect(codeOf(second)).toEqual([401, "invalid_credentials"]);
	});
});
