export { createGuardianConsentsModule } from "./module.ts";
