export { createAccountsModule } from "./module.ts";
export type { Signup } from "./ports.ts";
export { withdrawShownResets } from "./recovery.ts";
export type { AccountsService } from "./service.ts";
