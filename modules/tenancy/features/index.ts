export { assertOn, assertSwitchedOn, isFeatureOff, isSwitchedOn } from "./features.ts";
