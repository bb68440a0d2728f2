export type { BillingAccounts } from "./accounts.ts";
export { balanceIn, withBalance } from "./balances.ts";
export { assertNoCardNumber } from "./card-numbers.ts";
export { tag } from "./documentation.ts";
export { providerNotConfigured } from "./errors.ts";
export type { BillingAccountsModule } from "./module.ts";
export { organizationOfCustomer } from "./repository.ts";
export { Amount, BillingAccount, PaymentReference } from "./schemas.ts";
