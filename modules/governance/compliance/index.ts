export { createComplianceModule } from "./module.ts";
