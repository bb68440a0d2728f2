export { createConfigurationsModule } from "./module.ts";
