export { ENROLLMENT_MODES } from "#db/schema";

/** States of a domain. */
export const DOMAIN_STATES = ["unverified", "pending", "verified", "failed", "lapsed", "conflict"] as const;
