/**
 * Compliance modes are a table of controls (decision 062). Its locks bound the effective values of every section and
 * are asserted by each change of an organization; `controlIn` tells other code whether a control applies. `core.reads`
 * records who reads what was recorded, before it is answered.
 */
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
