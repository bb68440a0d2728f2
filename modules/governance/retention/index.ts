export { createRetentionReader } from "./cutoffs.ts";
export { MAX_RETENTION_DAYS, parseRetention } from "./parse.ts";
export { noteRetentionChange } from "./policy-changes.ts";
export { DELAY_MS, defaultPeriodMs, retentionPolicy } from "./retention-policy.ts";
export { RetentionOverrides, RetentionPolicy } from "./schemas.ts";
