export { createClosedAccountsModule } from "./module.ts";
export { accountCloses } from "./moments.ts";
