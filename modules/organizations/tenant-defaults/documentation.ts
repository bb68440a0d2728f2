import { operation } from "#http/operation";
import { getResponses, versionedResponse } from "#http/resource";
import { configurationsTag as tag } from "#modules/tenancy/permissions";
import { DEFAULT_CONFIGURATION } from "#platform/configuration";
import {
	type AllTenantDefaults,
	allTenantDefaultsFields,
	ChangedAllTenantDefaults,
	ChangedTenantDefaults,
	type TenantDefaults,
	tenantDefaultsFields,
} from "./schemas.ts";
import { allOf } from "./service.ts";

/** Example of the defaults of all types: those built in. */
const exampleAllDefaults: AllTenantDefaults = allOf(DEFAULT_CONFIGURATION);

/** Example of the defaults of one type. */
const exampleDefaults: TenantDefaults = exampleAllDefaults.education;

const INHERITANCE =
	"Defaults apply to everything an organization of the type does not set itself: existing organizations follow at " +
	"once, and compliance modes still bound the values in effect.";
const CHANGE =
	"Replaces the defaults as a whole: omitted values are the built-in ones. `dryRun=true` only checks the request " +
	"and counts the organizations whose values in effect would change. Shorter retention periods hide content at " +
	"once; it is purged 72 hours later.";
const RETRIEVED = "Tenant defaults retrieved";
const ERRORS = ["precondition_failed", "unknown_flag", "compliance_violation"] as const;
const outcome = { dryRun: true, affectedTenants: 12 };
const request = {
	settings: { timezone: "Europe/Madrid", defaultLanguage: "es-ES" },
	retentionPolicy: { recordings: "30d" },
	featureFlags: { realTimeTranslation: true },
};

/** Documentation of the operations on the defaults of organizations. */
export const documentation = {
	getAll: operation({
		id: "getAllTenantDefaults",
		summary: "Get the defaults of all organization types",
		description: INHERITANCE,
		tag,
		responses: getResponses("The defaults by type", allTenantDefaultsFields.schema, RETRIEVED, exampleAllDefaults),
	}),

	get: operation({
		id: "getTenantDefaults",
		summary: "Get the defaults of an organization type",
		description: INHERITANCE,
		tag,
		responses: getResponses("The defaults of the type", tenantDefaultsFields.schema, RETRIEVED, exampleDefaults),
	}),

	setAll: operation({
		id: "setAllTenantDefaults",
		summary: "Set the defaults of all organization types",
		description: CHANGE,
		tag,
		request: { education: request },
		responses: {
			200: versionedResponse("The defaults by type", ChangedAllTenantDefaults, "Tenant defaults set", {
				...exampleAllDefaults,
				...outcome,
			}),
		},
		errors: ERRORS,
	}),

	set: operation({
		id: "setTenantDefaults",
		summary: "Set the defaults of an organization type",
		description: CHANGE,
		tag,
		request,
		responses: {
			200: versionedResponse("The defaults of the type", ChangedTenantDefaults, "Tenant defaults set", {
				...exampleDefaults,
				...outcome,
			}),
		},
		errors: ERRORS,
	}),
};
