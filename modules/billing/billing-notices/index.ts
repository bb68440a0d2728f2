export { createBillingNoticesModule } from "./module.ts";
export type { BillingNotices } from "./notices.ts";
