export { LIVE_MEETING_RULES, ORG_TYPES, ORGANIZATION_STATES, type OrganizationState, type OrgType } from "#db/schema";

/** Who can suspend an organization, strongest first. */
export const BLOCK_AUTHORITIES = ["system", "security", "billing", "owner"] as const;
export type BlockAuthority = (typeof BLOCK_AUTHORITIES)[number];

/** Why an organization is suspended. */
export const SUSPENSION_REASONS = ["nonpayment", "security", "abuse", "compliance", "owner_request", "other"] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];
