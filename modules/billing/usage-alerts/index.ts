export { createUsageAlertsModule } from "./module.ts";
