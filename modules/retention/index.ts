export { parseRetention } from "./parse.ts";
export { retentionPolicy } from "./retention-policy.ts";
export { RetentionOverrides, RetentionPolicy } from "./schemas.ts";
