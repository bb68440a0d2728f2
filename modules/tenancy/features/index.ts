/**
 * Features that an organization may switch off (decision 071): an operation asks `assertSwitchedOn` where it begins.
 * What shows a text that was said takes the `Redaction` of the organization (`modules/governance/redaction`).
 */
export { assertOn, assertSwitchedOn, isFeatureOff, isSwitchedOn } from "./features.ts";
