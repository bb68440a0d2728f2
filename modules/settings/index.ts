export { exampleSettings } from "./examples.ts";
export { createSettingsModule } from "./module.ts";
export { readSettings } from "./parse.ts";
export { OrganizationSettings, SettingsOverrides } from "./schemas.ts";
export { settings } from "./settings.ts";
