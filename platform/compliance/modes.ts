import type { OrganizationRow } from "#db/schema";

/** Compliance regimes that enforce something. */
export const ENFORCED_MODES = ["ferpa", "gdpr", "hipaa"] as const;
export type EnforcedMode = (typeof ENFORCED_MODES)[number];

/** Compliance regimes. */
export const COMPLIANCE_MODES = ["none", ...ENFORCED_MODES] as const;

/** What of an organization its compliance mode is read from. */
export type Regulated = Pick<OrganizationRow, "orgType" | "settings" | "configuration">;

/** Returns the compliance mode of an organization, its own or the default of its type; null when it has none. */
export function modeOf({ orgType, settings, configuration }: Regulated): EnforcedMode | null {
	const mode = settings.complianceMode ?? configuration.tenantDefaults[orgType]?.settings?.complianceMode;
	// Both contain only what `parseSettings` accepted.
	return mode === undefined || mode === "none" ? null : (mode as EnforcedMode);
}

/**
 * The modes for which the operator has agreements with the providers outside the installation that its engines use
 * (`AI_AGREEMENTS`): business associate agreements, data-processing agreements.
 */
export type Agreements = ReadonlySet<EnforcedMode>;
