import { afterAll, beforeAll, expect, test } from "bun:test";
import { dialect } from "#db/dialect";
import { randomToken } from "#kernel/secrets";
import { type Harness, openHarness, PASSWORD, type SignedIn } from "../support/harness.ts";
import { inProcessDescribe } from "../support/target.ts";
import { openWiredInstance, type WiredInstance } from "../support/wired-instance.ts";

const LIMITS = "read=3/60,write=1000/60,auth-ip=1000/60,auth-account=3/60";

/** Only on Postgres is every query a network round trip. */
const onPostgres: typeof inProcessDescribe = dialect === "postgres" ? inProcessDescribe : () => undefined;

onPostgres("a refused request", () => {
	let api: Harness;
	let limited: WiredInstance;
	let owner: SignedIn;
	beforeAll(async () => {
		api = await openHarness();
		owner = await api.createOrganization();
		limited = await openWiredInstance(api, LIMITS);
	});
	afterAll(async () => {
		await limited.close();
		await api.close();
	});

	/** Returns the status of a request, and its number of round trips. */
	async function ask(...request: Parameters<WiredInstance["ask"]>): Promise<[number, number]> {
		const { status, trips } = await limited.ask(...request);
		return [status, trips];
	}

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
