import type { Configuration, TypeDefaults } from "#db/schema";
import { AppError } from "#kernel/errors";
import { FieldErrors } from "#kernel/field-errors";
import { parseRetention } from "#modules/governance/retention";
import { assertKnownFlags } from "#modules/tenancy/feature-flags";
import { parseSettings } from "#modules/tenancy/settings";
import { assertCompliant } from "#platform/compliance";
import { DEFAULT_CONFIGURATION } from "#platform/configuration";
import type { SetTenantDefaultsRequest } from "./schemas.ts";
import { ORG_TYPES, type OrgType } from "./values.ts";

/** Defaults by type, as a request states them. */
export type RequestedDefaults = Readonly<Partial<Record<OrgType, SetTenantDefaultsRequest>>>;

/** Defaults by type, as they are stored. */
export type StoredDefaults = Configuration["tenantDefaults"];

/**
 * Converts defaults to their stored form. Types that the request does not name have none.
 * @param pathOf returns the JSON Pointer of the defaults of a type in the body
 * @throws `validation_failed` with every field error, `unknown_flag`, `compliance_violation` for what the compliance mode
 * among them forbids
 */
export function parseDefaults(requested: RequestedDefaults, pathOf: (orgType: OrgType) => string): StoredDefaults {
	const fieldErrors = new FieldErrors();
	const parsed: Partial<Record<OrgType, TypeDefaults>> = {};
	for (const orgType of ORG_TYPES) {
		const { settings, retentionPolicy, featureFlags } = requested[orgType] ?? {};
		const path = pathOf(orgType);
		parsed[orgType] = {
			...(settings && { settings: parseSettings(settings, fieldErrors, `${path}/settings`) }),
			...(retentionPolicy && {
				retentionPolicy: parseRetention(retentionPolicy, fieldErrors, `${path}/retentionPolicy`),
			}),
			...(featureFlags && { featureFlags }),
		};
	}
	fieldErrors.throwIfAny();
	for (const orgType of ORG_TYPES) {
		assertKnownFlags(requested[orgType]?.featureFlags ?? {}, `${pathOf(orgType)}/featureFlags`);
		assertPossible(parsed[orgType] ?? {}, orgType, pathOf(orgType));
	}
	return Object.fromEntries(Object.entries(parsed).filter(([, defaults]) => Object.keys(defaults).length > 0));
}

/** Asserts that defaults do not contradict the compliance mode among them. @throws `compliance_violation` */
function assertPossible(defaults: TypeDefaults, orgType: OrgType, path: string): void {
	const { settings = {}, retentionPolicy = {}, featureFlags = {} } = defaults;
	const own = { settings, retentionPolicy, featureFlags, aiPolicy: {} };
	try {
		assertCompliant(null, { ...own, orgType, configuration: DEFAULT_CONFIGURATION });
	} catch (error) {
		throw within(error, path);
	}
}

/** Returns what compliance forbids as an error about a body that has the section at `path`. */
function within(error: unknown, path: string): unknown {
	if (!(error instanceof AppError && error.code === "compliance_violation")) return error;
	const { meta, fieldErrors = [] } = error;
	return new AppError("compliance_violation", "The compliance mode of these defaults forbids others of them.", {
		cause: error,
		...(meta && { meta }),
		fieldErrors: fieldErrors.map((each) => ({ ...each, path: `${path}${each.path}` })),
	});
}
