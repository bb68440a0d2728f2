export { currentUsage } from "./current.ts";
export { isMeter, METER_NAMES, PUBLIC_METERS, type PublicMeter, percentOf, SINGULAR, shownQuantity } from "./meters.ts";
export { requestsCounted } from "./moments.ts";
export { monthContaining, overagePrice, startOfPeriod, usagePeriod } from "./periods.ts";
export { findSubscribed } from "./repository.ts";
