export { currentUsage, monthOf } from "./current.ts";
export { isMeter, PUBLIC_METERS, type PublicMeter } from "./meters.ts";
export { createUsageModule } from "./module.ts";
