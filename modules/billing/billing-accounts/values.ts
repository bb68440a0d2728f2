export { BILLING_PROVIDERS } from "#db/schema";
