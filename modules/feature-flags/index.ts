export { featureFlags } from "./feature-flags.ts";
export { assertKnownFlags } from "./parse.ts";
export { FeatureFlags, FlagOverrides } from "./schemas.ts";
