import type { Contribution } from "#platform/module";
import { createSectionService, readEffective, type SectionOwner, sectionRoutes } from "#platform/sections";
import { description } from "./documentation.ts";
import { settingsFacts } from "./facts.ts";
import { parseSettings } from "./parse.ts";
import { type OrganizationSettings, type SettingsPatch, settingsFields } from "./schemas.ts";
import { settings } from "./settings.ts";

/** Creates the module that returns and patches the settings of organizations. */
export function createSettingsModule(owner: SectionOwner): Contribution {
	const facts = settingsFacts(owner.payload);
	const service = createSectionService<OrganizationSettings, SettingsPatch>(owner, {
		section: settings,
		fields: settingsFields,
		parse: parseSettings,
		fact: facts["organization.update_settings"],
		read: readEffective(settings),
	});
	return { facts, routes: sectionRoutes(owner.tag, description, service) };
}
