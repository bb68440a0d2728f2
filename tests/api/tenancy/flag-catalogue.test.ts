import { afterEach, describe, expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { auditOf } from "#tests/support/traces";

const api = await useHarness();
const system = await api.signInSystem();
const owner = await api.createOrganization({ metadata: { ring: "beta" } });

const CATALOGUE = "/configurations/feature-flags";
type Headers = Record<string, string>;
const send = (method: string, rest = "", body?: unknown, headers: Headers = {}, token = system) =>
	api.request(method, CATALOGUE + rest, { token, body, headers });
const flagsOf = async ({ orgId, token }: SignedIn = owner, query = "") =>
	(await api.request("GET", `/orgs/${orgId}/feature-flags${query}`, { token })).body.data;
const decide = ({ orgId, token }: SignedIn, body: unknown) =>
	api.request("PUT", `/orgs/${orgId}/feature-flags`, { token, body });

let made: string[] = [];
async function create(definition: Record<string, unknown>) {
	const created = await send("POST", "", definition);
	if (created.status === 201) made.push(created.body.data.key);
	return created;
}

afterEach(async () => {
	for (const key of made) await send("DELETE", `/${key}`);
	made = [];
	await send("PUT", "/aiSummaries", {});
	await send("POST", "/aiSummaries/revive", {});
	await decide(owner, {});
});

describe("the catalogue", () => {
	test("lists the eleven built-in flags to everybody, and pages", async () => {
		const { body } = await send("GET", "?limit=4", undefined, {}, owner.token);
		const next = await send("GET", `?limit=200&cursor=${body.page.nextCursor}`, undefined, {}, owner.token);

		expect(body.data.map(({ key }: { key: string }) => key)).toEqual([
			"aiSummaries",
			"autoJoinByDomain",
			"calendarSync",
			"liveTranscription",
		]);
		expect(next.body.data).toHaveLength(7);
		expect(next.body.page.nextCursor).toBeNull();
		expect(body.data[0]).toMatchObject({ builtIn: true, type: "boolean", defaultVariant: "on", killed: null });
	});

	test("shows rules and rollouts to system administrators alone, with an entity tag of its own", async () => {
		await create({ key: "ring", type: "boolean", rules: [{ when: { orgId: [owner.orgId] }, variant: "on" }] });

		const [full, shown] = [await send("GET", "/ring"), await send("GET", "/ring", undefined, {}, owner.token)];

		expect(full.body.data.rules).toEqual([{ when: { orgId: [owner.orgId] }, variant: "on" }]);
		expect(shown.text).not.toContain(owner.orgId);
		expect(shown.body.data.rules).toBeUndefined();
		expect(shown.headers.get("etag")).not.toBe(full.headers.get("etag"));
		expect((await send("GET", "?fields=key,rules", undefined, {}, owner.token)).text).not.toContain(owner.orgId);
	});

	test("is changed by system administrators alone", async () => {
		for (const [method, rest, body] of [
			["POST", "", { key: "mine", type: "boolean" }],
			["PUT", "/aiSummaries", {}],
			["DELETE", "/aiSummaries", undefined],
			["POST", "/aiSummaries/kill", {}],
			["POST", "/aiSummaries/revive", {}],
		] as const)
			expect(codeOf(await send(method, rest, body, {}, owner.token))).toEqual([403, "admin_required"]);
	});

	test("has no flag of another name", async () => {
		expect(codeOf(await send("GET", "/telepathy"))).toEqual([404, "not_found"]);
		expect(codeOf(await send("PUT", "/telepathy", { type: "boolean" }))).toEqual([404, "not_found"]);
		expect(codeOf(await send("DELETE", "/toString"))).toEqual([404, "not_found"]);
		expect(codeOf(await send("POST", "/constructor/kill", {}))).toEqual([404, "not_found"]);
	});

	test("records each change in the audit trail of the platform", async () => {
		await create({ key: "audited", type: "boolean" });
		await send("PUT", "/audited", { description: "New" });
		await send("PUT", "/audited", { description: "New" });
		await send("POST", "/audited/kill", { reason: "Broken" });
		await send("POST", "/audited/kill", { reason: "Broken" });
		await send("POST", "/audited/revive", {});
		await send("DELETE", "/audited");

		const actions = (await auditOf(api.store, "platform")).map(({ action }) => action);
		expect(actions.slice(-5)).toEqual([
			"feature_flag.create",
			"feature_flag.replace",
			"feature_flag.kill",
			"feature_flag.revive",
			"feature_flag.delete",
		]);
	});
});

describe("an own flag", () => {
	test("is shown to organizations, which decide it, until it is deleted", async () => {
		const created = await create({ key: "board", type: "boolean", description: "The board" });

		expect(created.status).toBe(201);
		expect(created.headers.get("location")).toEndWith(`${CATALOGUE}/board`);
		expect(created.body.data).toMatchObject({
			builtIn: false,
			defaultVariant: "off",
			variants: { on: true, off: false },
		});
		expect((await flagsOf()).board).toBe(false);
		expect((await decide(owner, { board: true })).body.data.board).toBe(true);
		expect((await flagsOf(owner, "?explain=true")).board).toMatchObject({ value: true, source: "organization" });
		await send("DELETE", "/board");
		expect(await flagsOf()).not.toHaveProperty("board");
		expect(codeOf(await decide(owner, { board: true }))).toEqual([422, "unknown_flag"]);
	});

	test("stays decided when the organization is replaced, which neither shows nor takes it", async () => {
		await create({ key: "board", type: "boolean" });
		await decide(owner, { board: true });
		const path = `/orgs/${owner.orgId}`;
		const { body } = await api.request("GET", path, { token: owner.token });

		const replaced = await api.request("PUT", path, {
			token: owner.token,
			body: { featureFlags: { aiSummaries: false } },
		});
		const refused = await api.request("PUT", path, { token: owner.token, body: { featureFlags: { board: false } } });

		expect(body.data.featureFlags).not.toHaveProperty("board");
		expect(replaced.status).toBe(200);
		expect(codeOf(refused)).toEqual([422, "unknown_flag"]);
		expect(await flagsOf()).toMatchObject({ board: true, aiSummaries: false });
	});

	test.each([
		["string", { small: "S", large: "L" }, "small", "large", "L"],
		["number", { few: 3, many: 9.5 }, "few", "many", 9.5],
		["json", { a: { rows: [1, "two", null] }, b: [] }, "a", "b", []],
	])("of the type %s has the values of its variants", async (type, variants, defaultVariant, other, value) => {
		await create({ key: "typed", type, variants, defaultVariant });

		expect((await flagsOf()).typed).toEqual((variants as Record<string, unknown>)[defaultVariant]);
		expect((await decide(owner, { typed: value })).body.data.typed).toEqual(value);
		expect((await flagsOf(owner, "?explain=true")).typed.variant).toBe(other);
		expect(codeOf(await decide(owner, { typed: "something else" }))).toEqual([422, "validation_failed"]);
		expect(codeOf(await decide(owner, { typed: true }))).toEqual([422, "validation_failed"]);
	});

	test("that is locked is not the organization's to decide", async () => {
		await create({ key: "board", type: "boolean" });
		await decide(owner, { board: true });
		await send("PUT", "/board", { locked: true });

		expect((await flagsOf()).board).toBe(false);
		await decide(owner, {});
		const refused = await decide(owner, { board: true });
		expect(codeOf(refused)).toEqual([403, "flag_locked"]);
		expect(refused.body.error.meta).toEqual({ flags: ["board"], control: null });
	});

	test("that is locked can be sent back as it was shown, which decides nothing", async () => {
		const choice = { variants: { a: "A", b: "B" }, defaultVariant: "a" };
		await create({ key: "pinned", type: "boolean" });
		await create({ key: "chosen", type: "string", ...choice });
		await decide(owner, { chosen: "B" });
		await send("PUT", "/pinned", { locked: true });
		await send("PUT", "/chosen", { ...choice, locked: true });

		const shown = await flagsOf();
		const same = await decide(owner, shown);
		const changed = await decide(owner, { ...shown, pinned: true });
		await send("PUT", "/chosen", choice);

		expect([shown.pinned, shown.chosen]).toEqual([false, "A"]);
		expect([same.status, same.body.data]).toEqual([200, shown]);
		expect(codeOf(changed)).toEqual([403, "flag_locked"]);
		expect(changed.body.error.meta.flags).toEqual(["pinned"]);
		expect((await flagsOf()).chosen).toBe("B");
	});

	test.each([
		[{ key: "aiSummaries", type: "boolean" }, 409, "conflict"],
		[{ key: "9lives", type: "boolean" }, 422, "validation_failed"],
		[{ key: "x".repeat(65), type: "boolean" }, 422, "validation_failed"],
		[{ key: "typed", type: "date" }, 422, "validation_failed"],
		[{ key: "typed" }, 422, "validation_failed"],
		[{ key: "typed", type: "string" }, 422, "validation_failed"],
		[{ key: "typed", type: "string", variants: { a: "A" } }, 422, "validation_failed"],
		[{ key: "typed", type: "string", variants: { a: "A" }, defaultVariant: "b" }, 422, "validation_failed"],
		[{ key: "typed", type: "string", variants: { a: 1 }, defaultVariant: "a" }, 422, "validation_failed"],
		[
			{ key: "typed", type: "string", variants: { "no name": "A" }, defaultVariant: "no name" },
			422,
			"validation_failed",
		],
		[{ key: "typed", type: "json", variants: { a: "A" }, defaultVariant: "a" }, 422, "validation_failed"],
		[{ key: "typed", type: "boolean", variants: { on: false, off: true } }, 422, "validation_failed"],
		[{ key: "typed", type: "boolean", rules: [{ when: {} }] }, 422, "validation_failed"],
		[{ key: "typed", type: "boolean", rules: [{ when: {}, variant: "blue" }] }, 422, "validation_failed"],
		[{ key: "typed", type: "boolean", rules: [{ when: { planet: ["x"] }, variant: "on" }] }, 422, "validation_failed"],
		[{ key: "typed", type: "boolean", rollout: { by: "moon", split: [] } }, 422, "validation_failed"],
		[
			{
				key: "typed",
				type: "boolean",
				rollout: {
					by: "organization",
					split: [
						{ variant: "on", percentage: 60 },
						{ variant: "off", percentage: 60 },
					],
				},
			},
			422,
			"validation_failed",
		],
	])("%j is refused", async (definition, status, code) => {
		expect(codeOf(await create(definition))).toEqual([status, code]);
	});

	test("names every fault of a definition at its place", async () => {
		const { body } = await create({
			key: "typed",
			type: "string",
			variants: { a: 1 },
			defaultVariant: "b",
			rules: [{ when: {}, variant: "c" }],
		});

		expect(body.error.errors.map(({ path }: { path: string }) => path)).toEqual([
			"/variants/a",
			"/defaultVariant",
			"/rules/0/variant",
		]);
	});

	test("is made once, whoever repeats the request or is faster", async () => {
		const key = "a2f1c5de-63c7-4f2e-9c50-0c1f6fd4c1aa";
		const definition = { key: "once", type: "boolean" };
		made.push("once");

		const first = await send("POST", "", definition, { "idempotency-key": key });
		const again = await send("POST", "", definition, { "idempotency-key": key });
		const others = await Promise.all([send("POST", "", definition), send("POST", "", definition)]);

		expect([first.status, again.status]).toEqual([201, 201]);
		expect(others.map(codeOf)).toEqual([
			[409, "conflict"],
			[409, "conflict"],
		]);
	});

	test("has an entity tag that grows across its deletion", async () => {
		const first = await create({ key: "tagged", type: "boolean" });
		const etag = first.headers.get("etag") ?? "";
		await send("PUT", "/tagged", { description: "New" });

		expect(codeOf(await send("PUT", "/tagged", {}, { "if-match": etag }))).toEqual([412, "precondition_failed"]);
		expect(codeOf(await send("DELETE", "/tagged", undefined, { "if-match": etag }))).toEqual([
			412,
			"precondition_failed",
		]);
		await send("DELETE", "/tagged");
		await create({ key: "tagged", type: "boolean" });
		expect(codeOf(await send("PUT", "/tagged", {}, { "if-match": etag }))).toEqual([412, "precondition_failed"]);
	});
});

describe("a built-in flag", () => {
	test("has another default, until it is replaced with nothing", async () => {
		await send("PUT", "/aiSummaries", { defaultVariant: "off" });
		expect((await flagsOf(owner, "?explain=true")).aiSummaries).toMatchObject({ value: false, source: "system" });

		const { body } = await send("PUT", "/aiSummaries", {});
		expect(body.data.createdAt).toBeNull();
		expect((await flagsOf()).aiSummaries).toBe(true);
	});

	test("cannot be deleted, nor become another type", async () => {
		expect(codeOf(await send("DELETE", "/aiSummaries"))).toEqual([409, "state_conflict"]);
		expect(codeOf(await send("PUT", "/aiSummaries", { type: "string" }))).toEqual([422, "validation_failed"]);
		expect(codeOf(await send("PUT", "/aiSummaries", { variants: { on: true } }))).toEqual([422, "validation_failed"]);
	});
});
