export { currentUsage, monthOf } from "./current.ts";
export { isMeter, PUBLIC_METERS, type PublicMeter, percentOf, shownQuantity } from "./meters.ts";
export { createUsageModule } from "./module.ts";
