export { createMailLimits, type MailPolicies } from "./limits.ts";
export { createAccountsModule } from "./module.ts";
export type { AskedMail, MailLimits, MailPurpose, Signup } from "./ports.ts";
export { withdrawShownResets } from "./recovery.ts";
export type { AccountsService } from "./service.ts";
