/** What clients are told when the way to the Postgres server fails, and what has become of what they asked for. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { dialect } from "#db/dialect";
import { organizations } from "#db/schema/index";
import { type DistantInstance, openDistantInstance } from "#tests/support/distant-instance";
import { type Harness, openHarness, type SignedIn, type TestResponse } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const onPostgres: typeof inProcessDescribe = dialect === "postgres" ? inProcessDescribe : () => undefined;

const DEADLINE_MS = 1_000;

interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: TestResponse["body"];
}

onPostgres("a request", () => {
	let api: Harness;
	let distant: DistantInstance;
	let system: string;
	let owner: SignedIn;
	beforeEach(async () => {
		api = await openHarness();
		// One connection, so that a test knows on which one a statement travels.
		distant = await openDistantInstance(api, { deadlineMs: DEADLINE_MS, poolSize: 1 });
		system = await api.signInSystem();
		owner = await api.createOrganization();
		// Everything is prepared, so that COMMIT need not wait for the answer to what is sent before it.
		for (let n = 0; n < 3; n++) await create(`Warm ${n}`);
	});
	afterEach(async () => {
		await distant.close();
		await api.close();
	});

	async function send(method: string, path: string, token: string, init: RequestInit = {}): Promise<Answer> {
		const headers = { host: "localhost", authorization: `Bearer ${token}`, "content-type": "application/json" };
		const response = await fetch(distant.url + path, { ...init, method, headers: { ...headers, ...init.headers } });
		return { status: response.status, headers: response.headers, body: await response.json() };
	}
	const create = (name: string, key: string = crypto.randomUUID()) =>
		send("POST", "/orgs", system, {
			body: JSON.stringify({ name, orgType: "education" }),
			headers: { "idempotency-key": key },
		});
	const settings = () => `/orgs/${owner.orgId}/settings`;
	const named = (name: string) =>
		api.store.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.name, name));

	/** Calls `fail` when the statements are on their way that follow the one which writes `text`: the last ones, and COMMIT. */
	function atCommitOf(text: string, fail: () => void): void {
		let isWritten = false;
		distant.proxy.onSent = (bytes) => {
			if (isWritten) {
				distant.proxy.onSent = null;
				fail();
			}
			isWritten ||= bytes.includes(text);
		};
	}

	/** Waits until the instance reaches its database again. */
	async function recovered(): Promise<void> {
		distant.proxy.resume();
		while ((await send("GET", `/orgs/${owner.orgId}`, owner.token)).status !== 200) await Bun.sleep(50);
	}

	test.each(["read", "write"])("to %s is 503 with Retry-After when the server does not answer", async (what) => {
		distant.proxy.stall();

		const { status, headers, body } = await (what === "read"
			? send("GET", `/orgs/${owner.orgId}`, owner.token)
			: create("Stalled"));
		const ready = await fetch(`${distant.url}/health/ready`, { headers: { host: "localhost" } });
		await recovered();

		expect([status, body.error.code, body.error.retryable]).toEqual([503, "unavailable", true]);
		expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
		expect(ready.status).toBe(503);
		expect(await named("Stalled")).toEqual([]);
	});

	test("that was committed without an answer is 503, and replayed to whoever repeats it with its key", async () => {
		const key = crypto.randomUUID();
		atCommitOf("Committed", () => distant.proxy.stall("toClient"));

		const first = await create("Committed", key);
		const stored = await named("Committed");
		await recovered();
		const second = await create("Committed", key);

		expect([first.status, stored.length]).toEqual([503, 1]);
		expect([second.status, second.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
		expect([second.body.data.id, (await named("Committed")).length]).toEqual([stored[0]?.id, 1]);
	});

	test("whose commit never arrived is 503, and done once for whoever repeats it with its key", async () => {
		const key = crypto.randomUUID();
		atCommitOf("Uncommitted", () => distant.proxy.stall("toServer"));

		const first = await create("Uncommitted", key);
		const stored = await named("Uncommitted");
		await recovered();
		const second = await create("Uncommitted", key);

		expect([first.status, stored]).toEqual([503, []]);
		expect([second.status, second.headers.get("idempotency-replayed")]).toEqual([201, null]);
		expect(await named("Uncommitted")).toEqual([{ id: second.body.data.id }]);
	});

	test("whose client is gone is not done later, over what was written since, and is no error of ours", async () => {
		const client = new AbortController();
		const arrived = Promise.withResolvers<void>();
		distant.proxy.onSent = () => arrived.resolve();
		distant.proxy.stall();

		const older = { body: JSON.stringify({ timezone: "Europe/Berlin" }), signal: client.signal };
		const abandoned = send("PATCH", settings(), owner.token, older).catch((error: unknown) => error);
		await arrived.promise;
		client.abort();
		await abandoned;
		await Bun.sleep(50); // the end of the connection arrives
		const newer = { token: owner.token, body: { timezone: "Europe/Paris" } };
		const { status } = await api.request("PATCH", settings(), newer);
		await recovered();
		await create("After It"); // on the same connection, which the abandoned one would have had before
		const { body } = await api.request("GET", settings(), { token: owner.token });

		expect([status, body.data.timezone]).toEqual([200, "Europe/Paris"]);
		expect(api.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
	});
});
