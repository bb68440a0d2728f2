export { type ControlName, controlIn, controlOf, controlsOf, type ModeControl } from "./controls.ts";
export {
	assertCompliant,
	atSection,
	bounded,
	complianceViolation,
	type FlagLock,
	flagLocksOf,
	isLifted,
	payloadMode,
	type Violation,
	valueAt,
} from "./enforce.ts";
export type { LockedColumn } from "./lock.ts";
export {
	type Agreements,
	COMPLIANCE_MODES,
	ENFORCED_MODES,
	type EnforcedMode,
	modeOf,
	type Regulated,
} from "./modes.ts";
