import { beforeEach, describe, expect, test } from "bun:test";
import { ADMIN, PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf, isReplayed } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { announced } from "#tests/support/traces";

const api = await useHarness();
let system = await api.signInSystem();
let owner = await api.createOrganization();

let key: string;
beforeEach(() => {
	key = crypto.randomUUID();
});

const post = (path: string, token: string, body: unknown = {}, used: string = key) =>
	api.request("POST", path, { token, body, headers: { "idempotency-key": used } });
const create = (body: Record<string, unknown> = {}, used: string = key) =>
	post("/orgs", system, { name: `Key ${key}`, orgType: "business", ...body }, used);
const invite = (by: SignedIn, email: string, token = by.token) =>
	post(`/orgs/${by.orgId}/members`, token, { email, role: "member" });

describe("a POST with an Idempotency-Key, sent again", () => {
	test("is answered with the same status, headers and body, and happens once", async () => {
		const first = await create({ ownerEmail: "head@school.example" });

		const second = await create({ ownerEmail: "head@school.example" });

		expect(first.status).toBe(201);
		expect(second.status).toBe(201);
		expect(second.text).toBe(first.text);
		for (const name of ["location", "etag", "content-type", "cache-control"])
			expect(second.headers.get(name)).toBe(first.headers.get(name));
		expect(second.headers.get("location")).toEndWith(first.body.data.id);
		expect([isReplayed(first), isReplayed(second)]).toEqual([false, true]);
		expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
		expect(await announced(api.store, first.body.data.id)).toEqual(["org.created", "org.invitation.created"]);
	});

	test("knows the key bare or quoted, in either case", async () => {
		const { body } = await create({}, key);

		const again = [await create({}, `"${key}"`), await create({}, key.toUpperCase()), await create({}, ` ${key} `)];

		expect(again.map((response) => [isReplayed(response), response.body.data.id])).toEqual(
			again.map(() => [true, body.data.id]),
		);
	});

	test("does not depend on the order of the members", async () => {
		await post("/orgs", system, { name: "Order", orgType: "business" });

		const second = await post("/orgs", system, { orgType: "business", name: "Order" });

		expect([second.status, isReplayed(second)]).toEqual([201, true]);
	});

	test("is 422 with another payload or another path, and does nothing", async () => {
		const other = await api.createOrganization();
		await create();
		const body = await create({ name: "Another" });

		await post(`/orgs/${owner.orgId}/suspend`, system, {}, key);
		const path = await post(`/orgs/${other.orgId}/suspend`, system, {}, key);
		await post(`/orgs/${owner.orgId}/resume`, system);

		expect(codeOf(body)).toEqual([422, "idempotency_key_reused"]);
		expect(codeOf(path)).toEqual([422, "idempotency_key_reused"]);
		expect(await announced(api.store, other.orgId)).not.toContain("org.suspended");
	});

	inProcessTest("is done anew after 24 hours, and not before", async () => {
		const first = await create();

		api.advanceMs(86_399_000);
		system = await api.signInSystem();
		const onTheDay = await create();
		api.advanceMs(1_000);
		const dayAfter = await create();
		owner = await api.createOrganization();

		expect(onTheDay.body.data.id).toBe(first.body.data.id);
		expect([dayAfter.status, isReplayed(dayAfter)]).toEqual([201, false]);
		expect(dayAfter.body.data.id).not.toBe(first.body.data.id);
	});
});

describe("the same key of somebody or something else", () => {
	test("of another person of the organization is another request", async () => {
		const admin = await api.addMember(owner, "admin");
		const mine = await invite(owner, "both@school.example");

		const theirs = await invite(owner, "both@school.example", admin.token);

		expect([mine.status, theirs.status, isReplayed(theirs)]).toEqual([202, 202, false]);
		expect(theirs.body.data.invitation.id).not.toBe(mine.body.data.invitation.id);
	});

	test("on another route is another request", async () => {
		const suspended = await post(`/orgs/${owner.orgId}/suspend`, owner.token);

		const resumed = await post(`/orgs/${owner.orgId}/resume`, owner.token);

		expect([suspended.body.data.state, resumed.body.data.state]).toEqual(["suspended", "active"]);
	});

	test("of the same person in another organization is another request", async () => {
		const other = await api.createOrganization();
		await api.enroll(owner.userId, other.orgId, "admin");
		const login = { email: owner.email, password: PASSWORD, orgId: other.orgId };
		const { body } = await api.request("POST", "/auth/login", { body: login });
		key = crypto.randomUUID();
		const here = await invite(owner, "twice@school.example");

		const there = await invite({ ...owner, orgId: other.orgId, token: body.access_token }, "twice@school.example");

		expect([here.status, there.status, isReplayed(there)]).toEqual([202, 202, false]);
		expect(there.body.data.invitation.token).not.toBe(here.body.data.invitation.token);
	});

	test("at sign-in counts for nothing: no token is answered twice", async () => {
		const login = () =>
			api.request("POST", "/auth/login", {
				body: { email: ADMIN.email, password: ADMIN.password },
				headers: { "idempotency-key": key },
			});
		const first = await login();

		const second = await login();

		expect([first.status, second.status, isReplayed(second)]).toEqual([200, 200, false]);
		expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
	});
});

describe("many requests with one key at once", () => {
	test("have one effect; the others are told to wait, or get its answer", async () => {
		const answers = await Promise.all(Array.from({ length: 8 }, () => create()));

		const later = await create();

		const done = answers.filter(({ status }) => status === 201);
		const waiting = answers.filter(({ status }) => status !== 201);
		expect(new Set(done.map(({ body }) => body.data.id))).toEqual(new Set([later.body.data.id]));
		expect(done.filter((response) => !isReplayed(response))).toHaveLength(1);
		for (const response of waiting) {
			expect(codeOf(response)).toEqual([409, "idempotency_in_progress"]);
			expect(response.body.error.retryable).toBe(true);
			expect(response.headers.get("retry-after")).toBe("1");
		}
	});
});

describe("a key that is no UUID", () => {
	test.each(["", "abc", "1", "*", '"', '""'])("%p is 400", async (bad) => {
		const response = await create({}, bad);

		expect(codeOf(response)).toEqual([400, "idempotency_key_invalid"]);
	});

	test.each([
		(k: string) => `"${k}`,
		(k: string) => `${k}, ${k}`,
		(k: string) => `${k};a=1`,
		(k: string) => `urn:uuid:${k}`,
		(k: string) => `'${k}'`,
	])("%p of one is 400", async (spoil) => {
		const response = await create({}, spoil(key));

		expect(codeOf(response)).toEqual([400, "idempotency_key_invalid"]);
	});

	test("is passed over where keys mean nothing", async () => {
		const headers = { "idempotency-key": "abc" };
		const read = await api.request("GET", "/auth/profile", { token: system, headers });
		const path = `/orgs/${owner.orgId}/settings`;

		const changed = await api.request("PATCH", path, { token: owner.token, body: {}, headers });

		expect([read.status, changed.status]).toEqual([200, 200]);
	});

	test("is no stranger's business: 401 comes first", async () => {
		const response = await api.request("POST", "/orgs", { body: {}, headers: { "idempotency-key": "abc" } });

		expect(response.status).toBe(401);
	});
});

describe("a refusal", () => {
	test("of the domain is remembered: a retry gets it even if it would succeed by now", async () => {
		const path = `/orgs/${owner.orgId}/resume`;
		const first = await post(path, owner.token);
		await post(`/orgs/${owner.orgId}/suspend`, owner.token, {}, crypto.randomUUID());

		const second = await post(path, owner.token);
		const fresh = await post(path, owner.token, {}, crypto.randomUUID());

		expect(codeOf(first)).toEqual([409, "state_conflict"]);
		expect(second.body).toEqual({ ...first.body, requestId: second.headers.get("x-request-id") });
		expect([isReplayed(first), isReplayed(second)]).toEqual([false, true]);
		expect(fresh.body.data.state).toBe("active");
	});

	test("keeps what it told: meta and code of a taken value", async () => {
		await post("/orgs", system, { name: "Taken", orgType: "business", slug: `s-${key}` }, crypto.randomUUID());
		const first = await create({ slug: `s-${key}` });

		const second = await create({ slug: `s-${key}` });

		expect(first.body.error).toMatchObject({ code: "conflict", meta: { field: "slug" } });
		expect([second.status, second.body.error, isReplayed(second)]).toEqual([409, first.body.error, true]);
	});

	test("for the shape of the body is not: the mended request may use the key", async () => {
		const bad = await create({ orgType: "circus" });
		const broken = await api.request("POST", "/orgs", {
			token: system,
			raw: "{",
			headers: { "idempotency-key": key, "content-type": "application/json" },
		});

		const mended = await create();

		expect([bad.status, broken.status, mended.status, isReplayed(mended)]).toEqual([422, 400, 201, false]);
	});

	test("for want of a right is not: it may come", async () => {
		const admin = await api.addMember(owner, "admin");
		const body = { email: "second-owner@school.example", role: "owner" };
		const refused = await post(`/orgs/${owner.orgId}/members`, admin.token, body);
		const promotion = { token: owner.token, body: { role: "owner" } };
		await api.request("PATCH", `/orgs/${owner.orgId}/members/${admin.userId}`, promotion);

		const allowed = await post(`/orgs/${owner.orgId}/members`, admin.token, body);

		expect([refused.status, allowed.status]).toEqual([403, 202]);
	});

	test("comes before a replay: who lost the right is not shown the answer", async () => {
		const first = await invite(owner, "late@school.example");
		await post(`/orgs/${owner.orgId}/suspend`, owner.token, {}, crypto.randomUUID());

		const second = await invite(owner, "late@school.example");
		await post(`/orgs/${owner.orgId}/resume`, owner.token, {}, crypto.randomUUID());

		expect(first.status).toBe(202);
		expect(codeOf(second)).toEqual([403, "organization_suspended"]);
		expect(second.text).not.toContain(first.body.data.invitation.token);
	});
});
