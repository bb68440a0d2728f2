export { LIVE_MEETING_RULES, ORG_TYPES, ORGANIZATION_STATES, type OrganizationState, type OrgType } from "#db/schema";

/** Authorities that can suspend an organization, highest first. */
export const BLOCK_AUTHORITIES = ["system", "security", "billing", "owner"] as const;
export type BlockAuthority = (typeof BLOCK_AUTHORITIES)[number];

/** Reasons for a suspension. */
export const SUSPENSION_REASONS = ["nonpayment", "security", "abuse", "compliance", "owner_request", "other"] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];
