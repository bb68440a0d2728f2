import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { createDrawLogo } from "./logo.ts";
import type { Pictures } from "./ports.ts";
import { brandingRoutes } from "./routes.ts";
import { createBrandingService } from "./service.ts";

/** Creates the module of how organizations look in the console, on pages and in mails. */
export const createBrandingModule = (core: Core, pictures: Pictures): Contribution => ({
	facts,
	routes: brandingRoutes(createBrandingService({ ...core, drawLogo: createDrawLogo({ ...core, pictures }) })),
});
