import { describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { textsOf } from "#tests/support/assert-translated";
import { exampleIds } from "#tests/support/example-ids";
import { type PrefilledRequest, prefilledRequests } from "#tests/support/executed-examples";
import { type TestRequest, type TestResponse, useHarness } from "#tests/support/harness";
import { codeOf, isReplayed } from "#tests/support/responses";

const api = await useHarness();
const owner = await api.createOrganization();
const { orgId: exampleOrg = "" } = exampleIds(api.parley);
const requests = prefilledRequests(await api.parley.document()).map((each) => ({
	...each,
	path: each.path.replace(exampleOrg, owner.orgId),
}));

const withQuery = (path: string, query: string) => `${path}${path.includes("?") ? "&" : "?"}${query}`;

/** Returns a body of which no member is right. */
function broken(body: string): string {
	const value: unknown = JSON.parse(body);
	const members = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
	return JSON.stringify({ ...Object.fromEntries(members.map((name) => [name, [{}]])), colour: "red" });
}

/** Returns requests of an operation that it refuses, each for another reason, and that change nothing. */
function refusedBy({ path, headers, body, method }: PrefilledRequest): { path: string; options: TestRequest }[] {
	const { token } = owner;
	const raw = body === undefined ? {} : { raw: body };
	const isJson = body !== undefined && /^application\/(?:merge-patch\+)?json/.test(headers["content-type"] ?? "");
	const isOfUnknown = /_01|[0-9a-f-]{36}/.test(path.replaceAll(owner.orgId, ""));
	const isRead = method === "GET" && !/event-stream/.test(headers.accept ?? "");
	return [
		{ path, options: { headers, ...raw } },
		{ path: withQuery(path, "colour=red&limit=x&fields=(&cursor=x"), options: { headers, token, ...raw } },
		{ path, options: { token, raw: "{", headers: { ...headers, "content-type": "application/json" } } },
		...(isJson ? [{ path, options: { headers, token, raw: broken(body) } }] : []),
		...(isOfUnknown || isRead ? [{ path, options: { headers, token, ...raw } }] : []),
	].map(({ path, options }) => ({ path, options }));
}

const requestIn = (method: string, path: string, language: string, options: TestRequest = {}) =>
	api.request(method, path, { ...options, headers: { ...options.headers, "accept-language": language } });

describe("every operation refuses", () => {
	test.each(["de", "es"])(
		"in %s what it refuses in English, and says so",
		async (language) => {
			const shown = new Set<string>();
			let refusals = 0;
			for (const request of requests)
				for (const { path, options } of refusedBy(request)) {
					const response = await requestIn(request.method, path, language, options); // Its texts are checked by the harness.
					if (response.status < 400) continue;
					refusals++;
					expect(response.headers.get("content-language")).toBe(language);
					for (const text of textsOf(response)) shown.add(text);
				}

			expect(refusals).toBeGreaterThan(3 * requests.length);
			expect(shown.size).toBeGreaterThan(150);
		},
		30_000,
	);
});

/** What of a failure is the same in every language. */
function factsOf({ status, body }: TestResponse) {
	const { code, retryable, meta, errors = [] } = body.error;
	const faults = errors.map((fault: { path: string; code: string }) => [fault.path, fault.code]);
	return { status, code, retryable, meta, faults };
}

const faultOf = ({ error }: TestResponse["body"], path: string): string =>
	error.errors.find((fault: { path: string }) => fault.path === path).message;

const invalid = { token: owner.token, body: { name: "", color: 7, colour: "red" } };

describe("the language of a failure", () => {
	test("changes texts alone: codes, paths and facts stay", async () => {
		const [english, german, spanish] = await Promise.all(
			["en", "de", "es"].map((language) => requestIn("POST", `/orgs/${owner.orgId}/labels-of-nobody`, language)),
		);
		const answers = await Promise.all(
			["en", "de", "es"].map((language) => requestIn("POST", `/orgs/${owner.orgId}/workspaces`, language, invalid)),
		);

		expect([english, german, spanish].map((response) => response?.body.message)).toEqual([
			"Not Found",
			"Nicht gefunden",
			"No encontrado",
		]);
		expect(new Set(answers.map((answer) => JSON.stringify(factsOf(answer)))).size).toBe(1);
		expect(new Set(answers.map(({ body }) => body.error.detail)).size).toBe(3);
		expect(answers.map(({ body }) => faultOf(body, "/colour").slice(0, 24))).toEqual([
			"is an unknown field; kno",
			"ist ein unbekanntes Feld",
			"es un campo desconocido;",
		]);
	});

	test("is that of title and detail as RFC 9457 has them", async () => {
		const headers = { accept: "application/problem+json", "accept-language": "es-MX, en;q=0.5" };

		const { body, headers: sent } = await api.request("GET", "/auth/profile", { headers });

		expect(body).toMatchObject({ title: "No autenticado", code: "unauthenticated", status: 401 });
		expect(body.detail).toStartWith("Envíe un token de acceso");
		expect(sent.get("content-language")).toBe("es");
		expect(sent.get("vary")).toContain("Accept, Accept-Language");
	});

	test.each([
		["a region", "de-AT, en;q=0.8", "de"],
		["several", "fr, es;q=0.4, en;q=0.3", "es"],
		["English first", "en-GB, de;q=0.9", "en"],
		["no language of ours", "fr", "en"],
		["any", "*", "en"],
		["what is not wanted", "de;q=0", "en"],
		["a long header", "x".repeat(10_000), "en"],
		["a malformed header", "de\tx;;;q=a,,", "en"],
	])("is the first that there is: %s", async (_, header, language) => {
		const response = await requestIn("GET", "/nowhere", header);

		expect(response.headers.get("content-language")).toBe(language);
	});

	test("is that of the person where the request names none that there is", async () => {
		const person = await api.addMember(owner, "member");
		const { token } = person;
		const before = await api.request("GET", "/nowhere", { token });
		await api.request("PATCH", "/auth/update-profile", { token, body: { locale: "de-CH" } });

		const own = await api.request("GET", "/orgs", { token });
		const [other, asked] = await Promise.all(
			["fr", "es"].map((language) => requestIn("GET", "/orgs", language, { token })),
		);

		expect(before.headers.get("content-language")).toBe("en");
		expect(own.body).toMatchObject({ message: "Nicht erlaubt", error: { code: codeOf(own)[1] } });
		expect(other?.headers.get("content-language")).toBe("de");
		expect(asked?.headers.get("content-language")).toBe("es");
	});

	test("of a stored failure is that of the retry", async () => {
		const key = { "idempotency-key": randomUUID() };
		const body = { name: "Twice", slug: "twice" };
		const { token, orgId } = owner;
		await api.request("POST", `/orgs/${orgId}/workspaces`, { token, body });
		const create = (language: string) =>
			requestIn("POST", `/orgs/${orgId}/workspaces`, language, { token, body, headers: key });

		const first = await create("en");
		const again = await create("de");

		expect(factsOf(again)).toEqual(factsOf(first));
		expect(isReplayed(again)).toBe(true);
		expect(first.body.error.detail).toBe("Another workspace has this slug.");
		expect(again.body.error.detail).toBe("Ein anderer Arbeitsbereich hat bereits dieses Feld slug.");
	});
});
