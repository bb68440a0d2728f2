import { afterEach, expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";
import { auditOf } from "#tests/support/traces";

const api = await useHarness();
const system = await api.signInSystem();

const FLAG = "/configurations/feature-flags/aiSummaries";
const send = (method: string, rest = "", body: unknown = {}) =>
	api.request(method, FLAG + rest, { token: system, body });
const announce = () => api.parley.services.jobs.runDue("feature_flags.announce");

/** Events about flags that an organization has got. */
async function eventsOf({ orgId, token }: SignedIn) {
	const { body } = await api.request("GET", `/orgs/${orgId}/events?types=feature_flag.*`, { token });
	return body.data.map(({ type, data }: { type: string; data: unknown }) => ({ type, data }));
}

afterEach(async () => {
	await send("POST", "/revive");
	await announce();
});

inProcessDescribe("a kill switch", () => {
	test("is told to the organizations whose value changes, and so is its end", async () => {
		const concerned = await api.createOrganization();
		const other = await api.createOrganization({ featureFlags: { aiSummaries: false } });

		await send("POST", "/kill", { reason: "Names the wrong speakers" });
		await announce();
		const killed = await eventsOf(concerned);
		await send("POST", "/revive");
		await announce();
		const revived = (await eventsOf(concerned)).slice(killed.length);

		expect(killed).toEqual([
			{
				type: "feature_flag.killed",
				data: { object: { key: "aiSummaries", value: false, reason: "Names the wrong speakers" } },
			},
		]);
		expect(revived).toMatchObject([
			{
				type: "feature_flag.updated",
				data: {
					object: { orgId: concerned.orgId, overrides: {}, featureFlags: { aiSummaries: true } },
					changes: [{ path: "/aiSummaries", from: false, to: true }],
				},
			},
		]);
		expect(await eventsOf(other)).toEqual([]);
		const actions = (await auditOf(api.store, concerned.orgId)).map(({ action }) => action);
		expect(actions).toContain("feature_flag.kill");
		expect(actions).toContain("feature_flag.take_effect");
	});

	test("is told once to each of more organizations than one portion has", async () => {
		const many = await Promise.all(Array.from({ length: 55 }, () => api.createOrganization()));

		await send("POST", "/kill");
		await send("POST", "/kill");
		await announce();

		for (const each of many) expect(await eventsOf(each)).toMatchObject([{ type: "feature_flag.killed" }]);
	});

	test("is not told any more when it was ended before", async () => {
		const concerned = await api.createOrganization();

		await send("POST", "/kill");
		await send("POST", "/revive");
		await announce();

		expect((await eventsOf(concerned)).map(({ type }: { type: string }) => type)).not.toContain("feature_flag.killed");
	});
});
