export { createMailLimits, type MailPolicies } from "./limits.ts";
export type { MailLimits, Signup } from "./ports.ts";
export { accountsRoutes } from "./routes.ts";
export { type AccountsDeps, type AccountsService, createAccountsService } from "./service.ts";
