export { featureFlags } from "./feature-flags.ts";
export { refuseUnknownFlags } from "./parse.ts";
export { FeatureFlags, FlagOverrides } from "./schemas.ts";
