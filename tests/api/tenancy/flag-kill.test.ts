import { afterEach, describe, expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

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

describe("the kill switch", () => {
	test("wins over everything, and everything applies again when the flag is revived", async () => {
		await decide(owner, { aiSummaries: true });

		const killed = await send("POST", "/aiSummaries/kill", { reason: "Names the wrong speakers" });

		expect(killed.body.data.killed).toMatchObject({ variant: "off", reason: "Names the wrong speakers" });
		expect((await flagsOf(owner, "?explain=true")).aiSummaries).toEqual({
			value: false,
			variant: "off",
			source: "kill_switch",
			reason: "The operator has killed the flag: Names the wrong speakers",
		});
		const { body } = await api.request("GET", `/orgs/${owner.orgId}`, { token: owner.token });
		expect(body.data.featureFlags.aiSummaries).toBe(false);
		await send("POST", "/aiSummaries/revive", {});
		expect((await flagsOf(owner, "?explain=true")).aiSummaries).toMatchObject({ value: true, source: "organization" });
	});

	test("leaves no decision behind in an organization that sends back what it was shown", async () => {
		await send("POST", "/aiSummaries/kill", {});
		const path = `/orgs/${owner.orgId}`;
		const shown = (await api.request("GET", path, { token: owner.token })).body.data;

		const named = await api.request("PUT", path, { token: owner.token, body: { ...shown, name: "Renamed" } });
		await send("POST", "/aiSummaries/revive", {});

		expect(named.status).toBe(200);
		expect((await flagsOf()).aiSummaries).toBe(true);
	});

	test("lets an organization decide for the time after it", async () => {
		await send("POST", "/aiSummaries/kill", {});

		expect((await decide(owner, { aiSummaries: true })).body.data.aiSummaries).toBe(false);
		await send("POST", "/aiSummaries/revive", {});
		expect((await flagsOf(owner, "?explain=true")).aiSummaries.source).toBe("organization");
	});

	test("gives a flag of another type its default, or the variant that is named", async () => {
		await create({ key: "size", type: "number", variants: { few: 3, many: 9 }, defaultVariant: "few" });
		await decide(owner, { size: 9 });

		await send("POST", "/size/kill", {});
		expect((await flagsOf()).size).toBe(3);
		await send("POST", "/size/kill", { variant: "many" });
		expect((await flagsOf()).size).toBe(9);
		expect(codeOf(await send("POST", "/size/kill", { variant: "none" }))).toEqual([422, "validation_failed"]);
	});
});
