import { afterEach, describe, expect, test } from "bun:test";
import { newId } from "#kernel/ids";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { bucketOf } from "../../../modules/tenancy/feature-flags/bucket.ts";

const api = await useHarness();
const system = await api.signInSystem();
const school = await api.createOrganization({ orgType: "education", metadata: { ring: "beta" } });
const company = await api.createOrganization({ orgType: "business", metadata: { ring: "stable" } });

const FLAG = "/configurations/feature-flags/board";
const define = async (definition: Record<string, unknown>) => {
	await api.request("DELETE", FLAG, { token: system });
	const body = { key: "board", type: "boolean", ...definition };
	const { status, text } = await api.request("POST", "/configurations/feature-flags", { token: system, body });
	if (status !== 201) throw new Error(text);
};
afterEach(() => api.request("DELETE", FLAG, { token: system }));

const explained = async ({ orgId, token }: SignedIn) =>
	(await api.request("GET", `/orgs/${orgId}/feature-flags?explain=true`, { token })).body.data.board;
const evaluate = async ({ token }: SignedIn, context: Record<string, unknown> = {}) =>
	(await api.request("POST", "/ofrep/v1/evaluate/flags/board", { token, body: { context } })).body;

describe("a rule", () => {
	test.each([
		["orgType", { orgType: ["education", "government"] }],
		["metadata", { metadata: { ring: ["alpha", "beta"] } }],
		["orgId", { orgId: [school.orgId] }],
		["all of them", { orgType: ["education"], metadata: { ring: ["beta"] }, plan: ["unlimited"] }],
	])("applies by %s to those for whom it holds alone", async (_name, when) => {
		await define({ rules: [{ when, variant: "on" }] });

		expect(await explained(school)).toMatchObject({
			value: true,
			source: "rule",
			reason: "Rule 1 of the flag applies.",
		});
		expect(await explained(company)).toMatchObject({ value: false, source: "system" });
	});

	test("does not apply when one of its conditions does not hold", async () => {
		await define({ rules: [{ when: { orgType: ["education"], metadata: { ring: ["stable"] } }, variant: "on" }] });

		expect(await explained(school)).toMatchObject({ source: "system" });
	});

	test("comes before those below it", async () => {
		await define({
			rules: [
				{ when: { orgType: ["education"] }, variant: "off" },
				{ when: {}, variant: "on" },
			],
		});

		expect(await explained(school)).toMatchObject({ value: false, source: "rule" });
		expect(await explained(company)).toMatchObject({ value: true, reason: "Rule 2 of the flag applies." });
	});

	test("by role applies to who asks, by the role that is stored", async () => {
		await define({ rules: [{ when: { role: ["teacher"] }, variant: "on" }] });
		const teacher = await api.addMember(school, "teacher");

		expect((await evaluate(teacher)).value).toBe(true);
		expect((await evaluate(school, { role: "teacher" })).value).toBe(false);
		expect((await explained(school)).value).toBe(false);
	});

	test("is nothing that a context can pretend", async () => {
		await define({ rules: [{ when: { orgId: [school.orgId] }, variant: "on" }] });

		expect((await evaluate(company, { orgId: school.orgId })).value).toBe(false);
	});

	test("yields to what the organization decides and to the default of its type", async () => {
		await define({ rules: [{ when: {}, variant: "on" }] });
		const path = `/orgs/${school.orgId}/feature-flags`;
		await api.request("PUT", path, { token: school.token, body: { board: false } });

		expect(await explained(school)).toMatchObject({ value: false, source: "organization" });
		await api.request("PUT", path, { token: school.token, body: {} });
	});
});

describe("a rollout", () => {
	const share = (percentage: number, by = "organization") => ({
		by,
		split: [{ variant: "on", percentage }],
	});

	test("gives everybody in an organization the same, by the documented hash", async () => {
		const bucket = bucketOf("board", school.orgId);

		await define({ rollout: share(Math.min(bucket + 0.5, 100)) });
		expect(await explained(school)).toMatchObject({ value: true, source: "rollout" });
		await define({ rollout: share(Math.max(bucket - 0.5, 0)) });
		expect(await explained(school)).toMatchObject({ value: false, source: "system" });
	});

	test("reaches nobody with 0 % and everybody with 100 %", async () => {
		await define({ rollout: share(0) });
		expect((await explained(school)).value).toBe(false);
		await define({ rollout: share(100) });
		expect((await explained(school)).value).toBe(true);
		expect((await explained(company)).value).toBe(true);
	});

	test("by targetingKey divides the people of an organization", async () => {
		await define({ rollout: share(50, "targetingKey") });

		const values = new Map<string, boolean>();
		for (let index = 0; index < 20; index++) {
			const targetingKey = `usr_${index}`;
			values.set(targetingKey, (await evaluate(school, { targetingKey })).value);
		}

		for (const [key, value] of values) expect(value).toBe(bucketOf("board", key) < 50);
		expect(new Set(values.values()).size).toBe(2);
	});

	test("in a rule divides those for whom the rule holds", async () => {
		await define({ rules: [{ when: { orgType: ["education"] }, rollout: share(100) }] });

		expect(await explained(school)).toMatchObject({ value: true, reason: expect.stringContaining("rule 1") });
		expect((await explained(company)).value).toBe(false);
	});
});

describe("the hash of rollouts", () => {
	test("is MurmurHash3 of flag and id, for ever", () => {
		expect(bucketOf("board", "org_01jd0z7v9gf2nbrexx3vqjhp41")).toBeCloseTo(86.83937569148839, 9);
		expect(bucketOf("Tafel-ü", "機構")).toBeCloseTo(35.716583393514156, 9);
	});

	test("spreads ids evenly, and differently for each flag", () => {
		const ids = Array.from({ length: 20_000 }, () => newId("org"));
		const within = (flag: string) => ids.filter((id) => bucketOf(flag, id) < 20);
		const [first, second] = [within("first"), new Set(within("second"))];

		expect(first.length).toBeGreaterThan(3_700);
		expect(first.length).toBeLessThan(4_300);
		const both = first.filter((id) => second.has(id)).length;
		expect(both).toBeGreaterThan(600);
		expect(both).toBeLessThan(1_000);
	});

	test("keeps those that a share has when it grows", () => {
		const ids = Array.from({ length: 1_000 }, () => newId("org"));
		const at = (percentage: number) => new Set(ids.filter((id) => bucketOf("board", id) < percentage));

		expect(at(10).isSubsetOf(at(25))).toBe(true);
	});
});
