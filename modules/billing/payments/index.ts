export type { PaymentsModule } from "./module.ts";
export type { ChargeOutcome, PaymentProvider, ProviderEvent, ProviderMethod } from "./ports.ts";
export { PaymentMethod } from "./schemas.ts";
