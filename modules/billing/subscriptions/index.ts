export { entitlementsOf } from "./entitlements.ts";
export type { BillingModule } from "./module.ts";
export type { NonpaymentBlocks } from "./ports.ts";
export { SubscriptionEntitlements } from "./schemas.ts";
export type { Trials } from "./trials.ts";
export { runningBill } from "./upcoming-invoice.ts";
