import { expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";

const api = await useHarness();

test("Where nobody is billed, every organization has the plan without limits, and none can be chosen", async () => {
	const { orgId, token } = await api.createOrganization();

	const billing = (await api.request("GET", `/orgs/${orgId}/billing`, { token })).body.data;
	const chosen = await api.request("POST", `/orgs/${orgId}/billing/plan`, { token, body: { planCode: "team" } });
	const trial = await api.request("POST", `/orgs/${orgId}/trial`, { token, body: {} });
	const shown = (await api.request("GET", `/orgs/${orgId}/trial`, { token })).body.data;

	expect(billing).toMatchObject({
		plan: { code: "unlimited" },
		subscription: { status: "unlimited", planCode: "unlimited" },
		enforcement: "off",
		upcomingInvoice: null,
	});
	expect(new Set(billing.entitlements.map(({ value }: { value: unknown }) => value))).toEqual(new Set([null, true]));
	expect([chosen, trial].map(({ status, body }) => [status, body.error.code])).toEqual([
		[409, "state_conflict"],
		[409, "state_conflict"],
	]);
	expect(shown).toMatchObject({ status: "none", plan: "unlimited", daysLeft: null, onExpiry: "unlimited" });
});

test("Operators change plans for those who choose them from now on", async () => {
	const system = await api.signInSystem();
	const { token } = await api.createOrganization();
	const team = async () => {
		const { body, headers } = await api.request("GET", "/configurations/plans", { token });
		return [body.data.plans.find(({ code }: { code: string }) => code === "team"), headers.get("etag") ?? ""];
	};
	const [before, etag] = await team();
	const change = { name: "Crew", limits: { ...before.limits, seats: null } };

	const refused = await api.request("PATCH", "/configurations/plans/team", { token, body: change });
	const changed = await api.request("PATCH", "/configurations/plans/team", {
		token: system,
		body: change,
		headers: { "if-match": etag },
	});
	const again = await api.request("PATCH", "/configurations/plans/team", {
		token: system,
		body: change,
		headers: { "if-match": etag },
	});
	const [after] = await team();
	await api.request("PATCH", "/configurations/plans/team", { token: system, body: { name: null, limits: null } });
	const [restored] = await team();
	const unknown = await api.request("PATCH", "/configurations/plans/gold", { token: system, body: { name: "Gold" } });

	expect([refused.status, changed.status, again.status, unknown.status]).toEqual([403, 200, 412, 404]);
	expect(after).toEqual({ ...before, ...change });
	expect(restored).toEqual(before);
});

test("A plan has a name that can be seen and a currency that there is; what is wrong is refused by name", async () => {
	const token = await api.signInSystem();
	const patch = (body: object) => api.request("PATCH", "/configurations/plans/team", { token, body });

	const refused = await Promise.all([
		patch({ name: " \u200b ", currency: "XYZ" }),
		patch({ currency: "DEM" }),
		patch({ currency: "XAU" }),
		patch({ description: "Cheap\u202e" }),
	]);
	const changed = await patch({ name: "  Crew ", description: "", currency: "JPY" });
	await patch({ name: null, description: null, currency: null });

	expect(
		refused.map(({ status, body }) => [status, body.error.errors.map(({ path }: { path: string }) => path)]),
	).toEqual([
		[422, ["/name", "/currency"]],
		[422, ["/currency"]],
		[422, ["/currency"]],
		[422, ["/description"]],
	]);
	expect(changed.body.data).toMatchObject({ name: "Crew", description: "", currency: "JPY" });
});
