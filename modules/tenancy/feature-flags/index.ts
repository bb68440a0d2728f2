export { builtInDecisions } from "./decisions.ts";
export { featureFlags } from "./feature-flags.ts";
export { noteFlagChange } from "./note-change.ts";
export { assertKnownFlags, assertMayDecide } from "./parse.ts";
export { FeatureFlags, FlagOverrides } from "./schemas.ts";
