import { describe, expect, test } from "bun:test";
import { createBusMemory } from "#adapters/bus-memory";
import { createParley } from "#src/app";
import { createMetrics } from "#src/metrics";
import { openHarness, useHarness } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";

const TOKEN = "a-token-for-prometheus";
const ALL_CHECKS = ["accepting", "database", "migrations", "disk", "blobs"];

const open = await useHarness();
const guarded = await useHarness({ env: { METRICS_TOKEN: TOKEN } });

/** Returns the names of the failed checks of a 503. */
const failedIn = (body: { error: { meta: { checks: { name: string; ok: boolean }[] } } }) =>
	body.error.meta.checks.filter(({ ok }) => !ok).map(({ name }) => name);

describe("GET /health/live", () => {
	test("responds to anybody", async () => {
		const { status, body } = await open.request("GET", "/health/live");

		expect(status).toBe(200);
		expect(body).toEqual({ status: "ok", message: expect.any(String), data: { live: true } });
	});
});

describe("GET /health/ready", () => {
	test("lists all checks", async () => {
		const { status, body } = await open.request("GET", "/health/ready");

		expect(status).toBe(200);
		expect(body.data).toEqual({ ready: true, checks: ALL_CHECKS.map((name) => ({ name, ok: true, detail: null })) });
	});

	inProcessTest.each([true, false])(
		"says whether other instances are heard (%p), and is ready in any case",
		async (isConnected) => {
			const bus = { ...createBusMemory(), shared: true, isConnected };
			const one = createParley({ ...open.deps, metrics: createMetrics(), bus });

			const { ready, checks } = await one.services.status.readiness();

			const detail = isConnected ? null : "Messages from other instances do not arrive: Redis cannot be reached.";
			expect(ready).toBe(true);
			expect(checks.at(-1)).toEqual({ name: "bus", ok: isConnected, detail });
		},
	);

	inProcessTest("is 503 while the service stops, though it lives", async () => {
		const stopping = await openHarness();
		stopping.parley.services.status.drain();

		const ready = await stopping.request("GET", "/health/ready");
		const live = await stopping.request("GET", "/health/live");

		expect([ready.status, live.status]).toEqual([503, 200]);
		expect(ready.body.error).toMatchObject({ code: "unavailable", retryable: true });
		expect(ready.headers.get("retry-after")).toBe("1");
		expect(failedIn(ready.body)).toEqual(["accepting"]);
		await stopping.close();
	});

	inProcessTest("is 503 when the data directory is gone, and only the log says why", async () => {
		const homeless = await openHarness({ env: { DATA_DIR: "/nowhere/to/be/found" } });

		const { status, body, text } = await homeless.request("GET", "/health/ready");
		await homeless.request("GET", "/health/ready");

		expect(status).toBe(503);
		expect(failedIn(body)).toEqual(["disk"]);
		expect(text).not.toContain("nowhere");
		await homeless.close();
		// Logged once, not with every probe.
		expect(homeless.logged.join("").split("/nowhere/to/be/found").length - 1).toBe(1);
	});
});

describe("GET /metrics", () => {
	test("returns the served requests to a caller on this machine", async () => {
		await open.request("GET", "/version");

		const { status, headers, text } = await open.request("GET", "/metrics");

		expect(status).toBe(200);
		expect(headers.get("content-type")).toStartWith("text/plain; version=0.0.4");
		expect(text).toMatch(/^http_request_duration_seconds_count\{.*route="\/version".*\} \d+$/m);
		expect(text).toMatch(/^parley_jobs_due \d+$/m);
	});

	inProcessTest("is 403 for a caller elsewhere", async () => {
		const { status, body } = await open.request("GET", "/metrics", { peer: "192.0.2.1" });

		expect(status).toBe(403);
		expect(body.error.code).toBe("forbidden");
	});

	test("is 403 for a remote caller through a proxy on this machine", async () => {
		const { status } = await open.request("GET", "/metrics", { headers: { "x-forwarded-for": "192.0.2.1" } });

		expect(status).toBe(403);
	});

	test.each(["localhost", "LOCALHOST:3000", "127.0.0.1:9464", "[::1]", "[::1]:3000"])(
		"is accessible to a caller on this machine that requests %s",
		async (host) => {
			const { status } = await open.request("GET", "/metrics", { headers: { host } });

			expect(status).toBe(200);
		},
	);

	// A page that uses DNS rebinding requests its own name.
	test("is 403 for a caller on this machine that requests another name", async () => {
		const named = await openHarness({ env: { ALLOWED_HOSTS: "localhost,127.0.0.1.school.example" } });
		const ask = (path: string, host: string) => named.request("GET", path, { headers: { host } });

		const refused = await ask("/metrics", "127.0.0.1.school.example:80");
		const served = [await ask("/version", "127.0.0.1.school.example:80"), await ask("/metrics", "localhost:3000")];
		await named.close();

		expect([refused.status, refused.body.error.code]).toEqual([403, "forbidden"]);
		expect(served.map(({ status }) => status)).toEqual([200, 200]);
	});

	// A plain `proxy_pass` sends the loopback name it connects to, and no header that shows it.
	test.each(["https://api.school.example", "http://192.0.2.7:3000", "http://localhost.school.example"])(
		"requires the token with the public address %s, whatever the request looks like",
		async (publicUrl) => {
			const env = { PUBLIC_URL: publicUrl, ALLOWED_HOSTS: "localhost,127.0.0.1" };
			const [closed, token] = [
				await openHarness({ env }),
				await openHarness({ env: { ...env, METRICS_TOKEN: TOKEN } }),
			];
			const hosts = ["localhost:3000", "127.0.0.1", new URL(publicUrl).hostname];

			const refused = await Promise.all(hosts.map((host) => closed.request("GET", "/metrics", { headers: { host } })));
			const served = await Promise.all(
				hosts.map((host) => token.request("GET", "/metrics", { headers: { host }, token: TOKEN })),
			);
			await Promise.all([closed.close(), token.close()]);

			expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(hosts.map(() => [403, "forbidden"]));
			expect(served.map(({ status }) => status)).toEqual(hosts.map(() => 200));
		},
	);

	test.each(["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"])(
		"is 403 for a request with %s, which a proxy forwarded",
		async (name) => {
			const { status } = await open.request("GET", "/metrics", { headers: { [name]: "127.0.0.1" } });

			expect(status).toBe(403);
		},
	);

	inProcessTest("is for whoever shows the token, once there is one", async () => {
		const ask = async (token?: string) =>
			(await guarded.request("GET", "/metrics", { token, peer: "192.0.2.1" })).status;

		const answers = [await ask(TOKEN), await ask(`${TOKEN}x`), await ask()];
		const local = await guarded.request("GET", "/metrics");

		expect(answers).toEqual([200, 403, 403]);
		expect(local.status).toBe(403);
	});
});

describe("GET /version", () => {
	test("names the program, its run-time and its database engine", async () => {
		const { status, body } = await open.request("GET", "/version");

		expect(status).toBe(200);
		expect(body.data).toEqual({
			name: "parley",
			version: expect.stringMatching(/^\d+\.\d+\.\d+/),
			commit: expect.any(String),
			bun: Bun.version,
			dialect: open.store.dialect,
			installation: expect.stringMatching(/^ins_[0-9a-z]{26}$/),
		});
	});
});
