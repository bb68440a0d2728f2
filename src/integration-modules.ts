import { createCalendarFeedsModule } from "#modules/meetings/calendar-feeds";
import { createIntegrationsModule } from "#modules/meetings/integrations";
import { createLtiModule } from "#modules/meetings/lti";
import type { Contribution, Core } from "#platform/module";

/** Dependencies of {@link createIntegrationModules}. */
interface IntegrationDeps {
	readonly meetings: Parameters<typeof createCalendarFeedsModule>[1];
	readonly participants: Parameters<typeof createLtiModule>[1];
}

/** Creates and wires the modules by which other systems lead people to their meetings. */
export const createIntegrationModules = (
	core: Core,
	{ meetings, participants }: IntegrationDeps,
): readonly Contribution[] => [
	createCalendarFeedsModule(core, meetings),
	createIntegrationsModule(core),
	createLtiModule(core, participants),
];
