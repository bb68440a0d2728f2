import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { holidaysRoutes } from "./routes.ts";
import { createHolidaysService } from "./service.ts";

/** Creates the module of the days on which organizations are closed. */
export const createHolidaysModule = (core: Core): Contribution => ({
	facts,
	routes: holidaysRoutes(createHolidaysService(core)),
});
