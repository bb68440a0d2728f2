export { ENROLLMENT_MODES } from "#db/schema";

/** States of a domain. */
export const DOMAIN_STATES = ["unverified", "pending", "verified", "failed", "lapsed", "conflict"] as const;

/** Maximum number of domains of one request. */
export const MAX_DOMAINS_PER_REQUEST = 50;
