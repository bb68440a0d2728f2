export { currentUsage, monthOf, usageOf } from "./current.ts";
export { isMeter, METER_NAMES, PUBLIC_METERS, type PublicMeter } from "./meters.ts";
export { createUsageModule } from "./module.ts";
