export type { BillingNotices } from "./notices.ts";
