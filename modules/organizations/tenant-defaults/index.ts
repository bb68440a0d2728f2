export { createTenantDefaultsModule } from "./module.ts";
