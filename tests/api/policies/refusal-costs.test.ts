import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomToken } from "#kernel/secrets";
import { type CountedApplication, openCountedApplication } from "#tests/support/counted-application";
import { type Harness, openHarness, PASSWORD, type SignedIn, type TestRequest } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

inProcessDescribe("a refused request", () => {
	let api: Harness;
	let owner: SignedIn;
	let limited: CountedApplication;
	beforeAll(async () => {
		api = await openHarness();
		owner = await api.createOrganization();
		limited = await openCountedApplication(api, "read=3/60,write=1000/60,auth-ip=1000/60,auth-account=3/60");
	});
	afterAll(async () => {
		await limited.close();
		await api.close();
	});

	const ask = (method: string, path: string, token?: string, body?: unknown) =>
		limited.ask(method, path, { token, body });

	test("costs nothing for a token with an exhausted quota, without affecting others", async () => {
		const path = `/orgs/${owner.orgId}`;
		const allowed = [await ask("GET", path, owner.token), await ask("GET", path, owner.token)];
		await ask("GET", path, owner.token);

		const refused = await ask("GET", path, owner.token);

		expect(allowed.map(([status]) => status)).toEqual([200, 200]);
		expect(refused).toEqual([429, 0]);
	});

	test("costs nothing for an API key with an exhausted quota", async () => {
		const body = { name: "Sync", scopes: ["org:read"] };
		const made = await api.request("POST", `/orgs/${owner.orgId}/api-keys`, { token: owner.token, body });
		const { key } = made.body.data;
		const allowed = [await ask("GET", `/orgs/${owner.orgId}`, key), await ask("GET", `/orgs/${owner.orgId}`, key)];
		await ask("GET", `/orgs/${owner.orgId}`, key);

		const refused = await ask("GET", `/orgs/${owner.orgId}`, key);

		expect(allowed.map(([status]) => status)).toEqual([200, 200]);
		expect(refused).toEqual([429, 0]);
	});

	/** Returns invented keys in the valid format. */
	const invented = () => `mpk_${owner.orgId.slice(4)}_${randomToken(32)}`;

	test("costs nothing for invented keys once there were too many, without affecting those in use", async () => {
		const path = `/orgs/${owner.orgId}`;
		const body = { name: "In use", scopes: ["org:read"] };
		const made = await api.request("POST", `${path}/api-keys`, { token: owner.token, body });
		const used = await ask("GET", path, made.body.data.key);
		const looked = [await ask("GET", path, invented()), await ask("GET", path, invented())];
		await ask("GET", path, invented());

		const flood = await Promise.all(Array.from({ length: 20 }, () => ask("GET", path, invented())));
		const usedAgain = await ask("GET", path, made.body.data.key);

		expect(looked.map(([status]) => status)).toEqual([401, 401]);
		expect(flood).toEqual(flood.map(() => [429, 0]));
		expect([used, usedAgain].map(([status]) => status)).toEqual([200, 200]);
	});

	test("costs no more for static files, which ignore tokens", async () => {
		const answers = [await ask("GET", "/swagger", invented()), await ask("GET", "/swagger", owner.token)];

		expect(answers).toEqual([
			[200, 0],
			[200, 0],
		]);
	});

	test("costs nothing for an invalid token, and one query for an ended session", async () => {
		const { token } = await api.addMember(owner, "member");
		await api.request("POST", "/auth/logout", { token, body: {} });

		const forged = await ask("GET", "/auth/profile", `${owner.token.slice(0, -4)}AAAA`);
		const ended = await ask("PATCH", "/auth/update-profile", token, { name: "Nobody" });

		expect(forged).toEqual([401, 0]);
		expect(ended).toEqual([401, 1]);
	});

	test("costs one query for a wrong password, and none once the account is throttled", async () => {
		const login = (password: string, email = owner.email) => ask("POST", "/auth/login", undefined, { email, password });
		await login(PASSWORD, "nobody@school.example"); // the first time a statement is prepared, which takes a trip of its own
		const wrong = [await login("a wrong password"), await login("a wrong password"), await login("a wrong password")];

		const waiting = await login(PASSWORD);

		expect(wrong).toEqual(wrong.map(() => [401, 1]));
		expect(waiting).toEqual([429, 0]);
	});
});

inProcessDescribe("beyond the limit of its kind, a request of a stranger", () => {
	let api: Harness;
	let limited: CountedApplication;
	beforeAll(async () => {
		// Nothing is sent, because no job runs.
		api = await openHarness({ env: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "parley@school.example" } });
		limited = await openCountedApplication(api, "read=1000/60,write=1000/60,auth-ip=2/60,auth-account=3/60,mail=3/60");
	});
	afterAll(async () => {
		await limited.close();
		await api.close();
	});

	let networks = 0;
	const device = { id: randomToken(32) };
	const invite = { email: "new@school.example", password: PASSWORD, name: "New", inviteToken: randomToken(32) };
	test.each([
		["sign in", "POST", "/auth/login", { body: { email: "nobody@school.example", password: "wrong password" } }],
		["sign in on a device", "POST", "/auth/login", { body: { email: "x@school.example", password: "wrong", device } }],
		["register", "POST", "/auth/register", { body: { email: "a@school.example", password: PASSWORD, name: "Ada" } }],
		["register with an invitation", "POST", "/auth/register", { body: invite }],
		["reset a password", "POST", "/auth/forgot-password", { body: { email: "b@school.example" } }],
		["confirm an address", "POST", "/auth/verify-email/resend", { body: { email: "c@school.example" } }],
		["start with a passkey", "POST", "/auth/passkeys/login/options", { body: {} }],
	] as [string, string, string, TestRequest][])("to %s asks nothing", async (_what, method, path, options) => {
		const peer = `203.0.${++networks}.1`;
		const answers: [number, number][] = [];
		for (let n = 0; n < 10; n++) answers.push(await limited.ask(method, path, { ...options, peer }));

		const refused = answers.filter(([status]) => status === 429);

		expect(answers.length - refused.length).toBeWithin(1, 7);
		expect(refused).toEqual(refused.map(() => [429, 0]));
	});
});

inProcessDescribe("beyond its limit, a request", () => {
	let api: Harness;
	let owner: SignedIn;
	let limited: CountedApplication;
	let key: string;
	beforeAll(async () => {
		api = await openHarness();
		owner = await api.createOrganization();
		limited = await openCountedApplication(api, "read=1/60,write=1/60,auth-ip=1/60,auth-account=1/60");
		const body = { name: "Sync", scopes: ["org:read", "org:admin"] };
		key = (await api.request("POST", `/orgs/${owner.orgId}/api-keys`, { token: owner.token, body })).body.data.key;
		// Every caller uses up what it has.
		for (const token of [owner.token, key, invented(), `mpk_${owner.orgId.slice(4)}_${randomToken(32)}`, undefined])
			for (const method of ["GET", "POST"])
				for (let n = 0; n < 2; n++) await limited.ask(method, "/nowhere", { token });
	});
	afterAll(async () => {
		await limited.close();
		await api.close();
	});

	/** Returns a token that only its signature tells from one of ours; its key is one nobody knows. */
	function invented(): string {
		const [header = "", claims = ""] = owner.token.split(".");
		const { kid, ...rest } = JSON.parse(Buffer.from(header, "base64url").toString());
		const other = Buffer.from(JSON.stringify({ ...rest, kid: `${kid}-${randomToken(4)}` })).toString("base64url");
		return `${other}.${claims}.${randomToken(64)}`;
	}

	/** Returns a request of each operation. */
	function everyOperation(): { method: string; path: string }[] {
		const { router, access } = limited.parley;
		return router.routes
			.filter(({ method, path }) => access.get(`${method} ${path}`)?.file !== true)
			.map(({ method, path }) => ({ method, path: path.replaceAll(/:\w+/g, owner.orgId) }));
	}

	test.each([
		["with a token", () => owner.token],
		["with an API key", () => key],
		["with an invented token", invented],
		["with an invented API key", () => `mpk_${owner.orgId.slice(4)}_${randomToken(32)}`],
		["without a token", () => undefined],
		["with something that is no token", () => "a b"],
	] as [string, () => string | undefined][])(
		"%s asks the database nothing, whatever it is for",
		async (_who, tokenOf) => {
			const operations = everyOperation();

			const answers = await Promise.all(
				operations.map(async ({ method, path }) => {
					const hasBody = method !== "GET" && method !== "DELETE";
					const headers = { "idempotency-key": crypto.randomUUID() };
					const options = { token: tokenOf(), headers, ...(hasBody && { body: {} }) };
					return [method, path, ...(await limited.ask(method, path, options))];
				}),
			);

			expect(operations.length).toBeGreaterThan(60);
			expect(answers).toEqual(operations.map(({ method, path }) => [method, path, 429, 0]));
		},
	);

	test("is refused before its path, its host, its body and its size are looked at", async () => {
		const { token } = owner;
		const json = { "content-type": "application/json" };

		const answers = [
			await limited.ask("GET", "/nowhere", { token }),
			await limited.ask("PATCH", "/orgs", { token, body: {} }),
			await limited.ask("POST", "/orgs", { token, raw: "{", headers: json }),
			await limited.ask("POST", "/orgs", { token, raw: "{}", headers: { ...json, "content-length": "2000000" } }),
			await limited.ask("POST", "/orgs", { token, raw: "x", headers: { "content-type": "text/plain" } }),
			await limited.ask("OPTIONS", "/orgs", { token }),
		];

		expect(answers).toEqual(answers.map(() => [429, 0]));
	});
});
