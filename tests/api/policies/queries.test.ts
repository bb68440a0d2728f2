import { describe, expect, test } from "bun:test";
import { queryOf } from "#tests/samples/index";
import { createResources } from "#tests/samples/resources";
import { exampleIds } from "#tests/support/example-ids";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

/** Operations of which a provider decides what it sends beside what we ask for. */
const OPEN_ENDED = ["get /auth/callback", "get /lti/{integrationId}/login"];
/** Answers that are no resource and no list of ours: documents of other standards, other APIs' shapes, redirects, probes, and what a screen is to read again. */
const NO_RESOURCE = [
	"get /.well-known/jwks.json",
	"get /.well-known/openid-configuration",
	"get /auth/authorize",
	"get /auth/callback",
	"get /lti/{integrationId}/login",
	"get /calendar/{file}",
	"get /captions/{secret}/seq",
	"get /changes",
	"get /health/live",
	"get /health/ready",
	"get /logos/{logo}",
	"get /meetings/{meetingId}/calendar",
	"get /meetings/{meetingId}/recordings/{recordingId}/content",
	"get /meetings/{meetingId}/recordings/{recordingId}/waveform",
	"get /metrics",
	"get /orgs/{orgId}/privacy/exports/{exportId}/content",
	"get /privacy-exports/{ticket}",
	"get /recordings/{ticket}",
	"get /transcription/live",
	"get /v1/models",
	"get /v1/models/{model}",
	"get /version",
];

/** Answers that say what is so at the moment of the request. */
const AS_OF_NOW = ["get /orgs/{orgId}/billing/bill", "get /orgs/{orgId}/billing/usage"];

const api = await useHarness();
const { paths } = await api.parley.document();
const system = await api.signInSystem();
const owner = await api.createOrganization();
const resources = await createResources(api, owner);

const operations = Object.entries(paths).flatMap(([path, item]) =>
	Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation })),
);
const inApi = operations.filter(({ name }) => !OPEN_ENDED.includes(name)).map(({ name }) => name);
const gets = operations
	.filter(({ name }) => name.startsWith("get ") && !NO_RESOURCE.includes(name))
	.map(({ name }) => name);

/** Asks an operation of the owner's organization, with nothing but the query in doubt. */
async function ask(name: string, query: string, token: string) {
	const { method, path, operation } = operations.find((each) => each.name === name) ?? operations[0] ?? fail();
	const ids: Readonly<Record<string, string>> = { ...exampleIds(api.parley), ...resources };
	const [[mediaType, content] = []] = Object.entries(operation.requestBody?.content ?? {});
	const example = content?.example;
	const sent = mediaType === "text/plain" ? { raw: String(example), headers: { "content-type": mediaType } } : {};
	const url = path.replace(/\{(\w+)\}/g, (_, parameter: string) => ids[parameter] ?? "");
	const address = `${url}?${[query.slice(1), queryOf(operation)].filter((part) => part !== "").join("&")}`;
	return api.request(method.toUpperCase(), address, { token, ...(sent.raw ? sent : { body: example }) });
}

/** Reads a resource as it is, and with every field, at a moment at which the jobs of the binary change nothing of it. */
async function unchanged(name: string, token: string) {
	for (let tries = 1; ; tries++) {
		const before = await ask(name, "", token);
		const everything = await ask(name, "?fields=*", token);
		const whole = await ask(name, "", token);
		if (tries === 20 || Bun.deepEquals(before.body.data, whole.body.data)) return { whole, everything };
	}
}

const fail = () => {
	throw new Error("there is no operation");
};

describe("a parameter that the operation does not know", () => {
	test.each(inApi)("is refused by %s", async (name) => {
		const response = await ask(name, "?colour=red", system);

		expect(codeOf(response)).toEqual([400, "invalid_request"]);
		expect(response.body.error.errors).toEqual([expect.objectContaining({ path: "/colour", code: "unknown_member" })]);
	});

	test("does not show a stranger more than that they are one", async () => {
		const response = await api.request("GET", "/auth/profile?colour=red");

		expect(response.status).toBe(401);
	});

	test("is named in words", async () => {
		const unknown = await api.request("GET", "/version?colour=red");
		const twice = await api.request("GET", "/auth/sessions?limit=1&limit=2", { token: owner.token });

		expect(unknown.body.error.detail).toBe("/colour is unknown: this operation takes no query parameters.");
		expect(twice.body.error.detail).toBe("/limit is given more than once.");
	});

	test("is let pass where a provider sends people back to", async () => {
		const callback = await api.request("GET", "/auth/callback?code=x&state=y&session_state=z");

		expect(callback.status).not.toBe(400);
	});

	test.each(["?utm_source=mail", "?utm=1&utm=2", "?discount=100%"])("is let pass by pages: %s", async (query) => {
		const pages = ["/swagger", "/console/verify-email", "/account/assets/page.css"];

		const answers = await Promise.all(pages.map((path) => api.request("GET", path + query)));

		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
	});

	test("is none when there is only a question mark", async () => {
		const response = await api.request("GET", "/version?");

		expect(response.status).toBe(200);
	});
});

describe("fields", () => {
	test("is a parameter of every GET of a resource or list", () => {
		const without = operations.filter(
			({ name, operation }) =>
				gets.includes(name) && !operation.parameters.some((each) => "name" in each && each.name === "fields"),
		);

		expect(without.map(({ name }) => name)).toEqual([]);
	});

	test.each(gets)("restricts what %s answers", async (name) => {
		const isSystem = operations.find((each) => each.name === name)?.operation["x-system-only"];
		const token = isSystem ? system : owner.token;
		const { whole, everything } = await unchanged(name, token);
		const unknown = await ask(name, "?fields=nonsense", token);
		const first = (data: unknown) => (Array.isArray(data) ? data[0] : data) as Record<string, unknown> | undefined;
		const chosen = Object.keys(first(whole.body.data) ?? {})[0] ?? unknown.body.error.meta.allowed[0];

		const narrow = await ask(name, `?fields=${chosen}`, token);

		expect([whole.status, narrow.status, everything.status]).toEqual([200, 200, 200]);
		expect(Object.keys(first(narrow.body.data) ?? { [chosen]: true })).toEqual([chosen]);
		if (AS_OF_NOW.includes(name)) expect(Object.keys(everything.body.data)).toEqual(Object.keys(whole.body.data));
		else expect(everything.body.data).toMatchObject(whole.body.data);
		expect(codeOf(unknown)).toEqual([400, "invalid_fields"]);
		expect(unknown.body.error.meta.allowed).toContain(chosen);
	});

	test("reaches into objects and lists of the profile, the sessions and the permissions", async () => {
		const get = async (path: string) => (await api.request("GET", path, { token: owner.token })).body.data;

		const profile = await get("/auth/profile?fields=name,mfa.totp,memberships(role)");
		const sessions = await get("/auth/sessions?fields=current,authMethods");
		const permissions = await get("/configurations/permissions?fields=roles.guest,roles.member");

		expect(profile).toEqual({ name: "A Person", mfa: { totp: false }, memberships: [{ role: "owner" }] });
		expect(sessions).toContainEqual({ current: true, authMethods: ["pwd"] });
		expect(Object.keys(permissions.roles).sort()).toEqual(["guest", "member"]);
	});
});
