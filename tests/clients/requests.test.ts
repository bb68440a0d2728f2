import { describe, expect, test } from "bun:test";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { FIRST_ADMIN, install } from "#tests/support/installation";
import { createWorkspace, openClient } from "#tests/support/published-client";
import { done } from "#tests/support/school";
import { openTcpProxy } from "#tests/support/tcp-proxy";
import { until } from "#tests/support/until";
import { items, ProblemError, pages, unwrap } from "../../clients/typescript/src/index.ts";

const server = await useHarness({ isServed: true });
const proxy = await forThisFile(openTcpProxy(server.url));
/** A server that lets each caller read twice in two seconds. */
const limited = await forThisFile(install({ RATE_LIMITS: "read=2/2" }));
const token = (await done(limited.url, "POST", "/auth/login", { body: FIRST_ADMIN })).access_token;

/** Returns a client of the owner of a new organization, and what lists its workspaces. */
async function openOrganization() {
	const { orgId, token } = await server.createOrganization();
	const api = openClient({ baseUrl: server.url, auth: token });
	const path = { orgId };
	const names = async () => {
		const list = items((page) =>
			api.GET("/orgs/{orgId}/workspaces", { params: { path, query: { limit: 2, ...page } } }),
		);
		return (await Array.fromAsync(list)).map(({ name }) => name).sort();
	};
	return { orgId, token, path, api, names };
}

describe("A POST whose answer is lost", () => {
	test("is repeated with its key, and has one effect", async () => {
		const { orgId, token, names } = await openOrganization();
		const api = openClient({ baseUrl: proxy.url, auth: token });

		proxy.stall("toClient");
		const creating = createWorkspace(api, orgId, "Physics");
		await until(async () => (await names()).length > 0);
		proxy.cut();
		proxy.resume();
		const id = await creating;

		expect(id).toStartWith("wsp_");
		expect(await names()).toEqual(["Physics"]);
		expect(api.sent.map(({ status }) => status)).toEqual([null, 201]);
		expect(new Set(api.sent.map(({ key }) => key)).size).toBe(1);
	});

	test("is not repeated without end", async () => {
		const { orgId, token } = await openOrganization();
		const api = openClient({ baseUrl: "http://127.0.0.1:1", auth: token, retries: { attempts: 3, maxDelayMs: 20 } });

		await expect(createWorkspace(api, orgId, "Physics")).rejects.toThrow();

		expect(api.sent).toHaveLength(3);
	});

	test("is not repeated once its caller has left", async () => {
		const { path, token, names } = await openOrganization();
		const api = openClient({ baseUrl: proxy.url, auth: token });
		const leaving = new AbortController();

		proxy.stall("toClient");
		const body = { name: "Physics" };
		const creating = api.POST("/orgs/{orgId}/workspaces", { params: { path }, body, signal: leaving.signal });
		await until(async () => (await names()).length > 0);
		leaving.abort();

		await expect(creating).rejects.toThrow("abort");
		proxy.resume();
		expect(api.sent).toHaveLength(1);
	});
});

test("A PATCH or DELETE whose answer is lost is not repeated: its caller decides", async () => {
	const { orgId, token, names } = await openOrganization();
	const workspaceId = await createWorkspace(openClient({ baseUrl: server.url, auth: token }), orgId, "Physics");
	const api = openClient({ baseUrl: proxy.url, auth: token });

	proxy.stall("toClient");
	const renaming = api.PATCH("/workspaces/{workspaceId}", {
		params: { path: { workspaceId } },
		body: { name: "Optics" },
	});
	await until(async () => (await names())[0] === "Optics");
	proxy.cut();
	proxy.resume();

	await expect(renaming).rejects.toThrow();
	expect(api.sent).toHaveLength(1);
});

describe("A limited request", () => {
	test("waits as long as it is asked to, and is repeated", async () => {
		const api = openClient({ baseUrl: limited.url, auth: token });

		const outcomes = await Promise.all(Array.from({ length: 3 }, () => api.GET("/auth/profile")));

		expect(outcomes.map(({ response }) => response.status)).toEqual([200, 200, 200]);
		expect(api.sent.map(({ status }) => status)).toContain(429);
	});

	test("is returned at once if the pause is longer than its user wants", async () => {
		const api = openClient({ baseUrl: limited.url, auth: token, retries: { maxDelayMs: 10 } });

		const outcomes = await Promise.all(Array.from({ length: 3 }, () => api.GET("/auth/profile")));

		const [refused] = outcomes.filter(({ response }) => response.status === 429);
		expect(refused?.error?.error.code).toBe("rate_limited");
	});
});

describe("An error", () => {
	test("has its code, status, request id and the faults of members", async () => {
		const { api, path } = await openOrganization();

		const error = await unwrap(api.POST("/orgs/{orgId}/workspaces", { params: { path }, body: { name: "" } })).catch(
			(problem: unknown) => problem,
		);

		if (!ProblemError.is(error, "validation_failed")) throw error;
		expect(error.status).toBe(422);
		expect(error.errors.map((fault) => fault.path)).toEqual(["/name"]);
		expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
		expect(error.isRetryable).toBe(false);
		expect(ProblemError.is(error, "not_found")).toBe(false);
	});

	test("speaks the language of its reader", async () => {
		const { token } = await openOrganization();
		const german = openClient({ baseUrl: server.url, auth: token, language: "de" });

		const { error } = await german.GET("/orgs/{orgId}", {
			params: { path: { orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41" } },
		});
		const { error: english } = await openClient({ baseUrl: server.url, auth: token }).GET("/orgs/{orgId}", {
			params: { path: { orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41" } },
		});

		expect(error?.error.code).toBe(english?.error.code as "not_found");
		expect(error?.error.detail).not.toBe(english?.error.detail as string);
	});

	test("of a proxy that is not ours has the nearest code", () => {
		const error = ProblemError.of(502, null);

		expect(error).toMatchObject({ status: 502, code: "unavailable", isRetryable: true, requestId: null });
	});
});

test("A list is read page by page, each item once", async () => {
	const { api, orgId, path, names } = await openOrganization();
	for (const name of ["A", "B", "C", "D", "E"]) await createWorkspace(api, orgId, name);

	const sizes: number[] = [];
	const list = pages((page) => api.GET("/orgs/{orgId}/workspaces", { params: { path, query: { limit: 2, ...page } } }));
	for await (const page of list) sizes.push(page.length);

	expect(sizes).toEqual([2, 2, 1]);
	expect(await names()).toEqual(["A", "B", "C", "D", "E"]);
});
