import type { Scenario, ScenarioContext } from "./scenarios.ts";

/** A time zone that is set by turns with another, so that each request changes something. */
const timezoneOf = (turn: number): string => (turn % 2 === 0 ? "Europe/Lisbon" : "Europe/Vilnius");
let turn = 0;

/** Sets defaults of a type that no other scenario uses. */
async function setDefaults({ api, act }: ScenarioContext, path: string, bodyOf: (defaults: object) => object) {
	const body = bodyOf({ settings: { timezone: timezoneOf(turn++) } });
	return act("PUT", `/configurations/tenant-defaults${path}`, { token: await api.signInSystem(), body });
}

/** Mutating operations on the configuration of the installation by `operationId`. */
export const CONFIGURATION_SCENARIOS: Readonly<Record<string, Scenario>> = {
	setTenantDefaults: {
		records: "configuration.set_tenant_defaults",
		run: (world) => setDefaults(world, "/community", (defaults) => defaults),
	},
	setConfigs: {
		records: "configuration.set_configs",
		async run({ api, act }) {
			const body = { installation: { name: `School district ${crypto.randomUUID()}` } };
			return act("PUT", "/configurations/configs", { token: await api.signInSystem(), body });
		},
	},
	setAllTenantDefaults: {
		records: "configuration.set_tenant_defaults",
		run: (world) => setDefaults(world, "", (community) => ({ community })),
	},
};
