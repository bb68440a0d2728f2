import { describe, expect, test } from "bun:test";
import { openHarness, useHarness } from "#tests/support/harness";

const PREFIX = "/api/dev";
const BASE = `https://api.example.edu${PREFIX}`;

const api = await useHarness({ env: { PUBLIC_URL: BASE } });
const system = await api.signInSystem();
const owner = await api.createOrganization();

/** As a client would: the harness puts the prefix before every path. */
const inside = (path: string, token?: string) =>
	api.request("GET", path, { token, headers: { host: "api.example.edu" } });

/** Without the prefix, or with another. */
async function outside(method: string, path: string): Promise<Response> {
	const request = new Request(`http://localhost${path}`, { method, headers: { host: "localhost" } });
	return api.parley.fetch(request, () => "127.0.0.1");
}

describe("every operation, with a path in PUBLIC_URL", () => {
	test("is below the path", () => {
		const paths = api.parley.router.routes.map(({ path }) => path);

		expect(paths.length).toBeGreaterThan(20);
		expect(paths.filter((path) => path !== PREFIX && !path.startsWith(`${PREFIX}/`))).toEqual([]);
	});

	test("is nowhere else", async () => {
		const documented = Object.keys((await api.parley.document()).paths).map((path) => path.replace(/\{\w+\}/g, "x"));

		const answers = await Promise.all(
			documented
				.flatMap((path) => [path, `/api${path}`, `/api/dev2${path}`, `/API/DEV${path}`])
				.map((path) => outside("GET", path)),
		);

		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
	});

	test("answers there to a stranger with 401", async () => {
		const response = await inside("/auth/profile");

		expect(response.status).toBe(401);
	});
});

describe("what the service says of itself", () => {
	test("Location is an absolute URL below it", async () => {
		const created = await api.request("POST", "/orgs", {
			token: system,
			body: { name: "Located", orgType: "business" },
		});

		expect(created.headers.get("location")).toBe(`${BASE}/orgs/${created.body.data.id}`);
	});

	test("Link is an absolute URL below it, and leads to the next page", async () => {
		const first = await inside("/orgs?limit=1&sort=name", system);
		const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";

		const second = await inside(next.slice(BASE.length), system);

		expect(next).toStartWith(`${BASE}/orgs?`);
		expect(second.status).toBe(200);
		expect(second.body.data[0].id).not.toBe(first.body.data[0].id);
	});

	test("tokens are issued by it, for it", () => {
		const claims = JSON.parse(Buffer.from(system.split(".")[1] ?? "", "base64url").toString());

		expect([claims.iss, claims.aud]).toEqual([BASE, BASE]);
	});

	test("discovery names it and where its keys are", async () => {
		const discovery = (await inside("/.well-known/openid-configuration")).body;

		const keys = await inside(discovery.jwks_uri.slice(BASE.length));

		expect(discovery.issuer).toBe(BASE);
		expect(discovery.jwks_uri).toStartWith(`${BASE}/`);
		expect(keys.body.keys.length).toBeGreaterThan(0);
	});

	test("links in invitations come from it, not from the Host of the request", async () => {
		const { body } = await api.request("POST", `/orgs/${owner.orgId}/members`, {
			token: owner.token,
			body: { email: "new@school.example", role: "member" },
			headers: { host: "127.0.0.1:3000", "x-forwarded-host": "evil.example" },
		});

		expect(body.data.invitation.acceptUrl).toStartWith(`${BASE}/console/invitation#`);
	});

	test("https in it turns HSTS on, http does not", async () => {
		const plain = await openHarness({ env: { PUBLIC_URL: "http://localhost:3000" } });

		const secure = await inside("/auth/profile");
		const insecure = await plain.request("GET", "/auth/profile");
		await plain.close();

		expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000");
		expect(insecure.headers.get("strict-transport-security")).toBeNull();
	});
});

describe("Swagger UI below a path", () => {
	test("is a page whose every asset and document is there", async () => {
		const page = await inside("/swagger");
		const links = [...page.text.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, link = ""]) => link);

		const assets = await Promise.all(
			links.map((link) => {
				const { pathname } = new URL(link, `${BASE}/swagger`);
				expect(pathname).toStartWith(`${PREFIX}/`);
				return inside(pathname.slice(PREFIX.length));
			}),
		);

		expect(page.status).toBe(200);
		expect(assets.length).toBeGreaterThan(1);
		expect(assets.map(({ status }) => status)).toEqual(assets.map(() => 200));
	});

	test("shows a document whose server is PUBLIC_URL and whose paths leave it out", async () => {
		const { body } = await inside("/swagger/json");

		expect(body.servers).toEqual([expect.objectContaining({ url: BASE })]);
		expect(Object.keys(body.paths)).toContain("/orgs/{orgId}");
		expect(Object.keys(body.paths).filter((path) => path.startsWith(PREFIX))).toEqual([]);
	});
});
