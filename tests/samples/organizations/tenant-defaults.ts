import type { SampleFile } from "../sample.ts";

let count = 0;
/** Returns defaults with a time zone that alternates with another, so that each request changes something. */
const defaults = () => ({ settings: { timezone: count++ % 2 === 0 ? "Europe/Lisbon" : "Europe/Vilnius" } });

export const samples: SampleFile["samples"] = {
	setTenantDefaults: { records: "configuration.set_tenant_defaults", body: defaults },
	setAllTenantDefaults: {
		records: "configuration.set_tenant_defaults",
		body: () => ({ community: defaults() }),
	},
};

/** A type of organizations that no other sample uses. */
export const makers: SampleFile["makers"] = { orgType: async () => "community" };
