export { exampleSettings } from "./examples.ts";
export { mayPassThroughServer } from "./media.ts";
export { parseSettings } from "./parse.ts";
export { OrganizationSettings, SettingsOverrides } from "./schemas.ts";
export { settings } from "./settings.ts";
export { AI_SUMMARY_LEVELS, RECORDING_CONSENTS } from "./values.ts";
