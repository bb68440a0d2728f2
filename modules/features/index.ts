export { assertSwitchedOn, isFeatureOff, isSwitchedOn } from "./features.ts";
