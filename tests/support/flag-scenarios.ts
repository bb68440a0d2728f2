import { randomUUID } from "node:crypto";
import type { Scenario, ScenarioContext } from "./scenarios.ts";

const CATALOGUE = "/configurations/feature-flags";

/** Adds a flag of a new key, and sends a request about it as the system administrator. */
async function about({ api, act }: ScenarioContext, method: string, rest = "", body?: unknown) {
	const token = await api.signInSystem();
	const key = `flag-${randomUUID()}`;
	await api.request("POST", CATALOGUE, { token, body: { key, type: "boolean" } });
	if (rest === "/revive") await api.request("POST", `${CATALOGUE}/${key}/kill`, { token, body: {} });
	return act(method, `${CATALOGUE}/${key}${rest}`, { token, body });
}

const evaluates = (path: string): Scenario => ({
	records: null,
	because: "it changes nothing",
	run: ({ act, owner: { token } }) => act("POST", `/ofrep/v1/evaluate/flags${path}`, { token, body: {} }),
});

/** Operations on feature flags, by `operationId`. */
export const FLAG_SCENARIOS: Readonly<Record<string, Scenario>> = {
	setFeatureFlags: {
		records: "feature_flag.update",
		run: ({ act, owner: { orgId, token } }) =>
			act("PUT", `/orgs/${orgId}/feature-flags`, { token, body: { realTimeTranslation: true } }),
	},
	createFeatureFlag: {
		records: "feature_flag.create",
		async run({ api, act }) {
			const body = { key: `flag-${randomUUID()}`, type: "boolean" };
			return act("POST", CATALOGUE, { token: await api.signInSystem(), body });
		},
	},
	replaceFeatureFlag: {
		records: "feature_flag.replace",
		run: (world) => about(world, "PUT", "", { description: "New" }),
	},
	deleteFeatureFlag: { records: "feature_flag.delete", run: (world) => about(world, "DELETE") },
	killFeatureFlag: {
		records: "feature_flag.kill",
		run: (world) => about(world, "POST", "/kill", { reason: "Broken" }),
	},
	reviveFeatureFlag: { records: "feature_flag.revive", run: (world) => about(world, "POST", "/revive", {}) },
	evaluateFeatureFlags: evaluates(""),
	evaluateFeatureFlag: evaluates("/aiSummaries"),
};
