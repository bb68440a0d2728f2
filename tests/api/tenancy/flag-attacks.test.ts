import { afterEach, describe, expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const system = await api.signInSystem();
const owner = await api.createOrganization();

const CATALOGUE = "/configurations/feature-flags";
const send = (method: string, rest = "", body?: unknown) =>
	api.request(method, CATALOGUE + rest, { token: system, body });
const sendRaw = (method: string, path: string, raw: string, token = system) =>
	api.request(method, path, { token, raw, headers: { "content-type": "application/json" } });
const flagsOf = async ({ orgId, token }: SignedIn = owner, query = "") =>
	(await api.request("GET", `/orgs/${orgId}/feature-flags${query}`, { token })).body.data;
const decide = (body: unknown, { orgId, token }: SignedIn = owner) =>
	api.request("PUT", `/orgs/${orgId}/feature-flags`, { token, body });
const evaluate = (context: unknown, rest = "", token = owner.token) =>
	api.request("POST", `/ofrep/v1/evaluate/flags${rest}`, { token, body: { context } });

let made: string[] = [];
async function create(definition: Record<string, unknown>) {
	const created = await send("POST", "", definition);
	if (created.status === 201) made.push(created.body.data.key);
	return created;
}
afterEach(async () => {
	await decide({});
	for (const key of made) await send("DELETE", `/${key}`);
	made = [];
});

/** A list in a list in a list …, as JSON. */
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("names that every object has", () => {
	test.each(["toString", "valueOf", "hasOwnProperty", "isPrototypeOf"])(
		"are names like others for flags: %s",
		async (key) => {
			const created = await create({ key, type: "json", variants: { valueOf: [1], b: {} }, defaultVariant: "b" });

			expect(created.status).toBe(201);
			expect((await flagsOf())[key]).toEqual({});
			expect((await decide({ [key]: [1] })).body.data[key]).toEqual([1]);
			expect((await flagsOf(owner, `?fields=${key}&explain=true`))[key]).toMatchObject({ variant: "valueOf" });
			expect((await evaluate({}, `/${key}`)).body).toMatchObject({ value: [1], variant: "valueOf" });
			expect((await send("POST", `/${key}/kill`, {})).status).toBe(200);
			expect((await flagsOf())[key]).toEqual({});
			expect((await send("DELETE", `/${key}`)).status).toBe(204);
			expect(codeOf(await send("GET", `/${key}`))).toEqual([404, "not_found"]);
			expect(Object.keys(await flagsOf())).not.toContain(key);
		},
	);

	test("are no keys if no request may contain them", async () => {
		for (const key of ["constructor", "prototype"])
			expect(codeOf(await create({ key, type: "boolean" }))).toEqual([422, "validation_failed"]);
	});

	test("are members of the metadata of an organization like others", async () => {
		const path = `/orgs/${owner.orgId}`;
		for (const metadata of [{ toString: "x", valueOf: "y" }, { toString: "z" }, {}]) {
			const changed = await api.request("PUT", path, { token: owner.token, body: { metadata } });
			expect([changed.status, changed.body.data?.metadata ?? metadata]).toEqual([200, metadata]);
		}
	});

	test("select nothing", async () => {
		for (const fields of ["constructor", "toString", "__proto__", "aiSummaries.constructor", "aiSummaries.toString"]) {
			const path = `/orgs/${owner.orgId}/feature-flags?explain=true&fields=${fields}`;
			expect(codeOf(await api.request("GET", path, { token: owner.token }))).toEqual([400, "invalid_fields"]);
			expect(codeOf(await send("GET", `/aiSummaries?fields=${fields}`))).toEqual([400, "invalid_fields"]);
		}
	});

	test("are unknown flags where nobody has added them", async () => {
		for (const key of ["constructor", "__proto__", "toString"]) {
			const body = `{"${key}":true}`;
			const refused = await sendRaw("PUT", `/orgs/${owner.orgId}/feature-flags`, body, owner.token);
			expect([422, 400]).toContain(refused.status);
			const ofOrganization = await sendRaw("PUT", `/orgs/${owner.orgId}`, `{"featureFlags":${body}}`, owner.token);
			expect([422, 400]).toContain(ofOrganization.status);
			const defaults = `{"featureFlags":${body}}`;
			expect([422, 400]).toContain(
				(await sendRaw("PUT", "/configurations/tenant-defaults/education", defaults)).status,
			);
			expect([400, 404, 422]).toContain((await send("GET", `/${key}`)).status);
		}
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});

	test("name no variant, no condition and no kind that was not defined", async () => {
		const definition = '"type":"number","variants":{"__proto__":1},"defaultVariant":"__proto__"';
		const kept = await sendRaw("POST", CATALOGUE, `{"key":"proto",${definition}}`);
		expect([201, 400, 422]).toContain(kept.status);
		if (kept.status === 201) {
			made.push("proto");
			expect((await flagsOf()).proto).toBe(1);
		}
		const base = { key: "plain", type: "number", variants: { a: 1 } };
		for (const defaultVariant of ["constructor", "toString", "__proto__"])
			expect(codeOf(await create({ ...base, defaultVariant }))).toEqual([422, "validation_failed"]);
		const when = JSON.parse('{"metadata":{"__proto__":["x"],"constructor":["y"]}}');
		await create({ ...base, defaultVariant: "a", rules: [{ when, variant: "a" }] });
		expect((await flagsOf(owner, "?explain=true")).plain?.source ?? "system").toBe("system");
		expect(codeOf(await send("POST", "/aiSummaries/kill", { variant: "constructor" }))).toEqual([
			422,
			"validation_failed",
		]);
	});
});

describe("values that are deep or large", () => {
	test("are refused with 4xx wherever a value is taken", async () => {
		await create({ key: "deep", type: "json", variants: { a: {} }, defaultVariant: "a" });
		for (const depth of [100, 5_000, 200_000]) {
			const value = nested(depth);
			const variants = `{"key":"deeper","type":"json","variants":{"a":${value}},"defaultVariant":"a"}`;
			const answers = [
				await sendRaw("PUT", `/orgs/${owner.orgId}/feature-flags`, `{"deep":${value}}`, owner.token),
				await sendRaw("POST", CATALOGUE, variants),
				await sendRaw("POST", "/ofrep/v1/evaluate/flags", `{"context":{"targetingKey":${value}}}`, owner.token),
			];
			for (const { status } of answers) expect(status).toBeWithin(400, 500);
		}
		expect((await flagsOf()).deep).toEqual({});
	});

	test("of definitions that would make every organization heavy are refused", async () => {
		const values = Array.from({ length: 200 }, (_, n) => `${n}`.padEnd(256, "x"));
		const rules = Array.from({ length: 15 }, () => ({ when: { orgId: values }, variant: "on" }));

		const refused = await create({ key: "heavy", type: "boolean", rules });

		expect(codeOf(refused)).toEqual([422, "validation_failed"]);
		expect((await create({ key: "light", type: "boolean", rules: rules.slice(0, 1) })).status).toBe(201);
	});
});

describe("what organizations decided", () => {
	test("of a flag that was deleted keeps them from changing nothing else", async () => {
		await create({ key: "gone", type: "boolean" });
		await decide({ gone: true });
		await send("DELETE", "/gone");
		const path = `/orgs/${owner.orgId}`;
		const put = (body: unknown) => api.request("PUT", path, { token: owner.token, body });

		expect((await put({ featureFlags: { calendarSync: false } })).status).toBe(200);
		expect((await put({ name: "Renamed again" })).status).toBe(200);
		expect((await decide({ calendarSync: true })).status).toBe(200);
	});

	test("of a flag that became another is no value of that", async () => {
		await create({ key: "changed", type: "boolean" });
		await decide({ changed: true });
		await send("DELETE", "/changed");
		await create({ key: "changed", type: "number", variants: { a: 1 }, defaultVariant: "a" });

		expect((await flagsOf(owner, "?explain=true")).changed).toMatchObject({ value: 1, source: "system" });
		expect((await api.request("GET", `/orgs/${owner.orgId}`, { token: owner.token })).status).toBe(200);
	});

	test("at the same time is decided one after the other, whatever changes meanwhile", async () => {
		await create({ key: "raced", type: "boolean" });
		const path = `/orgs/${owner.orgId}`;
		const answers = await Promise.all(
			Array.from({ length: 12 }, (_, n) => {
				if (n % 4 === 0) return decide({ raced: true, calendarSync: false });
				if (n % 4 === 1) return api.request("PUT", path, { token: owner.token, body: { name: `Name ${n}` } });
				if (n % 4 === 2) return send("PUT", "/raced", { locked: n % 8 === 2 });
				return send("POST", `/raced/${n % 8 === 3 ? "kill" : "revive"}`, {});
			}),
		);

		for (const answer of answers) expect([200, 403]).toContain(answer.status);
		await send("POST", "/raced/revive", {});
		await send("PUT", "/raced", { locked: true });
		expect((await flagsOf(owner, "?explain=true")).raced).toMatchObject({ value: false, source: "system" });
	});
});

describe("a context of OFREP", () => {
	test.each([
		["nothing", ""],
		["right-to-left marks", "\u202eabc\u202c"],
		["256 astral characters", "😀".repeat(128)],
	])("may have a targeting key of %s, and always gets the same", async (_name, targetingKey) => {
		await create({
			key: "shares",
			type: "boolean",
			rollout: { by: "targetingKey", split: [{ variant: "on", percentage: 50 }] },
		});

		const [one, two] = [await evaluate({ targetingKey }, "/shares"), await evaluate({ targetingKey }, "/shares")];

		expect([one.status, one.text]).toEqual([200, two.text]);
	});

	test.each([[null], [7], [["x"]], [{}], [true]])("has no targeting key %j", async (targetingKey) => {
		const refused = await evaluate({ targetingKey });

		expect([refused.status, refused.body.errorCode]).toEqual([400, "INVALID_CONTEXT"]);
	});

	test("may say of itself what it likes, without changing who asks", async () => {
		const other = await api.createOrganization();
		const when = { orgId: [other.orgId] };
		await create({ key: "secret", type: "boolean", rules: [{ when, variant: "on" }] });
		const pretended = { orgId: other.orgId, orgType: "government", plan: "business", role: "owner", metadata: {} };

		expect((await evaluate(pretended, "/secret")).body.value).toBe(false);
		expect((await evaluate({ orgId: 42 }, "/secret")).body.value).toBe(false);
		expect((await evaluate({ orgId: other.orgId }, "/secret", other.token)).body.value).toBe(true);
		expect((await evaluate(JSON.parse('{"__proto__":{"targetingKey":"x"}}'))).status).toBeLessThan(500);
	});
});
