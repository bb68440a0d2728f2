export { exampleSettings } from "./examples.ts";
export { parseSettingsPatch, readSettings } from "./parse.ts";
export { OrganizationSettings, SettingsOverrides, SettingsPatch, settingsFields } from "./schemas.ts";
export { settings } from "./settings.ts";
