import type { Scenario } from "./scenarios.ts";

/** Mutating operations on plans, subscriptions and trials by `operationId`. */
export const PLAN_SCENARIOS: Readonly<Record<string, Scenario>> = {
	updateBillingPlan: {
		records: "subscription.change_plan",
		run: ({ act, owner: { orgId, token } }) =>
			act("POST", `/orgs/${orgId}/billing/plan`, { token, body: { planCode: "team" } }),
	},
	startTrial: {
		records: "subscription.start_trial",
		async run({ act, api }) {
			const { orgId, token } = await api.createOrganization();
			return act("POST", `/orgs/${orgId}/trial`, { token, body: { planCode: "team" } });
		},
	},
	grantEntitlements: {
		records: "subscription.grant_entitlements",
		run: async ({ act, api, owner: { orgId } }) =>
			act("PUT", `/orgs/${orgId}/billing/entitlements`, {
				token: await api.signInSystem(),
				body: { entitlements: { seats: null } },
			}),
	},
	updatePlan: {
		records: "plan.update",
		run: async ({ act, api }) =>
			act("PATCH", "/configurations/plans/team", { token: await api.signInSystem(), body: { name: "Crew" } }),
	},
};
