export { createClosedAccountsModule } from "./module.ts";
