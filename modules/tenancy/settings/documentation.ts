import type { SectionDescription } from "#platform/sections";
import { exampleSettings } from "./examples.ts";
import { OrganizationSettings, SettingsPatch, settingsFields } from "./schemas.ts";

/** Documentation of the operations on settings. */
export const description: SectionDescription<typeof OrganizationSettings, typeof SettingsPatch> = {
	path: "settings",
	name: "OrganizationSettings",
	noun: "settings",
	schema: OrganizationSettings,
	selection: settingsFields.schema,
	patch: SettingsPatch,
	example: exampleSettings,
	examplePatch: { timezone: "Europe/Paris", aiSummaries: null },
};
