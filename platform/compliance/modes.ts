import type { OrganizationRow } from "#db/schema";

/** Compliance regimes that enforce something. */
export const ENFORCED_MODES = ["ferpa", "gdpr", "hipaa"] as const;
export type EnforcedMode = (typeof ENFORCED_MODES)[number];

/** Compliance regimes. */
export const COMPLIANCE_MODES = ["none", ...ENFORCED_MODES] as const;

/** What of an organization its compliance mode is read from. */
export type Regulated = Pick<OrganizationRow, "settings">;

/** Returns the compliance mode of an organization; null when it has none. */
export function modeOf({ settings: { complianceMode } }: Regulated): EnforcedMode | null {
	// The column contains only what `parseSettings` accepted.
	return complianceMode === undefined || complianceMode === "none" ? null : (complianceMode as EnforcedMode);
}

/**
 * The modes for which the operator has agreements with the providers outside the installation that its engines use
 * (`AI_AGREEMENTS`): business associate agreements, data-processing agreements.
 */
export type Agreements = ReadonlySet<EnforcedMode>;
