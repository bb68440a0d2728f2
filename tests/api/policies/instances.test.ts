import { beforeAll, beforeEach, expect, test } from "bun:test";
import { createBusMemory } from "#adapters/bus-memory";
import { dialect } from "#db/dialect";
import { createParley } from "#src/app";
import { createMetrics } from "#src/metrics";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

/** One instance among several: what it answers. */
type Ask = (method: string, path: string, token: string | undefined, body?: unknown) => Promise<Response>;

/** An organization, as far as a test looks at it. */
type Shown = { readonly data: { readonly orgType: string } };

const api = await useHarness();

/** Without a shared bus an instance hears of no change of the others; SQLite has one instance only. */
const BUSES = dialect === "postgres" ? ["one bus", "no bus in common"] : ["one bus"];

// Access is lost with the next request, on whichever instance it lands.
for (const bus of BUSES) {
	inProcessDescribe(`two instances on one database and ${bus}`, () => onTwoInstances(bus === "one bus"));
}

function onTwoInstances(shared: boolean): void {
	let here: Ask;
	let there: Ask;
	let owner: SignedIn;
	beforeAll(async () => {
		const bus = { ...createBusMemory(), shared };
		const other = shared ? bus : createBusMemory();
		[here, there] = [await openInstance(bus), await openInstance(other)];
	});
	beforeEach(async () => {
		owner = await api.createOrganization();
	});

	async function openInstance(bus: ReturnType<typeof createBusMemory>): Promise<Ask> {
		const instance = createParley({ ...api.deps, metrics: createMetrics(), bus });
		await instance.services.prepare();
		return async (method, path, token, body) => {
			const headers = { host: "localhost", ...(token && { authorization: `Bearer ${token}` }) };
			const json = body === undefined ? {} : { body: JSON.stringify(body) };
			const request = new Request(`http://localhost${path}`, {
				method,
				headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
				...json,
			});
			return instance.fetch(request, () => "127.0.0.1");
		};
	}

	/** Status of a request that the instance has answered before, so that its state is cached. */
	const statusThere = async (token: string, path = "/auth/profile") => (await there("GET", path, token)).status;

	test("a session ended on one is over on the other", async () => {
		const before = await statusThere(owner.token);

		await here("POST", "/auth/logout", owner.token, {});

		expect([before, await statusThere(owner.token)]).toEqual([200, 401]);
	});

	test("a stolen session found out on one is over on the other", async () => {
		const signedIn = await here("POST", "/auth/login", undefined, { email: owner.email, password: PASSWORD });
		const { access_token, refresh_token } = (await signedIn.json()) as Record<string, string>;
		const before = await statusThere(access_token ?? "");
		await there("POST", "/auth/refresh", undefined, { refresh_token });
		api.advanceMs(10_001);

		await here("POST", "/auth/refresh", undefined, { refresh_token });

		expect([before, await statusThere(access_token ?? "")]).toEqual([200, 401]);
	});

	test("refreshes of one token that land on both end with one successor", async () => {
		const signedIn = await here("POST", "/auth/login", undefined, { email: owner.email, password: PASSWORD });
		const { refresh_token } = (await signedIn.json()) as Record<string, string>;

		const answers = await Promise.all(
			[here, there, here, there].map(async (ask) => {
				const response = await ask("POST", "/auth/refresh", undefined, { refresh_token });
				return ((await response.json()) as Record<string, string>).refresh_token;
			}),
		);

		expect(answers[0]).toBeString();
		expect(new Set(answers).size).toBe(1);
	});

	test("a member removed on one is out on the other", async () => {
		const member = await api.addMember(owner, "member");
		const before = await statusThere(member.token);

		await here("DELETE", `/orgs/${owner.orgId}/members/${member.userId}`, owner.token);

		expect([before, await statusThere(member.token)]).toEqual([200, 401]);
	});

	test("a role taken away on one is gone on the other", async () => {
		const admin = await api.addMember(owner, "admin");
		const path = `/orgs/${owner.orgId}/members`;
		const before = (await there("POST", path, admin.token, { email: "a@school.example", role: "member" })).status;

		await here("PATCH", `${path}/${admin.userId}`, owner.token, { role: "member" });

		const after = (await there("POST", path, admin.token, { email: "b@school.example", role: "member" })).status;
		expect([before, after]).toEqual([202, 403]);
	});

	test("an organization suspended on one is closed on the other", async () => {
		const path = `/orgs/${owner.orgId}/members`;
		const before = await statusThere(owner.token, path);

		await here("POST", `/orgs/${owner.orgId}/suspend`, owner.token, { reasonCode: "other" });

		expect([before, await statusThere(owner.token, path)]).toEqual([200, 403]);
	});

	test("an API key revoked on one is over on the other", async () => {
		const path = `/orgs/${owner.orgId}/api-keys`;
		const made = await here("POST", path, owner.token, { name: "Sync", scopes: ["org:read"] });
		const { id, key } = ((await made.json()) as { data: { id: string; key: string } }).data;
		const before = await statusThere(key);

		await here("DELETE", `${path}/${id}`, owner.token);

		expect([before, await statusThere(key)]).toEqual([200, 401]);
	});

	test("an organization changed on one is shown as it is on the other", async () => {
		const path = `/orgs/${owner.orgId}`;
		const shownBy = async (ask: Ask, token: string) => {
			const answers = [path, `${path}/settings`, `${path}?fields=version,updatedAt,metadata`].map((each) =>
				ask("GET", each, token),
			);
			return Promise.all(
				(await Promise.all(answers)).map(async (each) => [each.headers.get("etag"), await each.json()]),
			);
		};
		const system = await api.signInSystem();
		const changes = [
			["PUT", path, { name: "Renamed" }],
			["PATCH", `${path}/settings`, { timezone: "Europe/Berlin" }],
			["PUT", path, { metadata: { district: "7" } }],
		] as const;
		for (const [method, changed, body] of changes) {
			const before = await shownBy(there, owner.token);

			const { status } = await here(method, changed, owner.token, body);

			expect(status).toBe(200);
			const after = await shownBy(there, owner.token);
			expect(after).not.toEqual(before);
			expect(after).toEqual(await shownBy(here, owner.token));
			expect(after).toEqual(await shownBy(there, system));
		}
	});

	test("defaults set on one are those on the other, whose answers are never stale", async () => {
		const system = await api.signInSystem();
		const { orgType } = ((await (await here("GET", `/orgs/${owner.orgId}`, owner.token)).json()) as Shown).data;
		const defaults = `/configurations/tenant-defaults/${orgType}`;
		const paths = ["", "/settings", "/retention?fields=*"].map((rest) => `/orgs/${owner.orgId}${rest}`);
		const ask = (path: string, token = owner.token) => there("GET", path, token);
		for (const timezone of ["Europe/Rome", "Asia/Tokyo"]) {
			const before = await Promise.all(paths.map(async (path) => (await ask(path)).headers.get("etag")));

			const { status } = await here("PUT", defaults, system, {
				settings: { timezone },
				retentionPolicy: { recordings: timezone === "Asia/Tokyo" ? "7d" : "8d" },
			});

			expect(status).toBe(200);
			const after = await Promise.all(paths.map((path) => ask(path)));
			for (const [at, answer] of after.entries()) expect(answer.headers.get("etag")).not.toBe(before[at]);
			const [organization] = after;
			expect(await organization?.json()).toMatchObject({ data: { settings: { timezone } } });
			expect(await (await ask(paths[1] ?? "", system)).json()).toMatchObject({ data: { timezone } });
			expect(await (await ask(defaults, system)).json()).toMatchObject({ data: { settings: { timezone } } });
		}
		expect((await here("PUT", defaults, system, {})).status).toBe(200);
	});
}
