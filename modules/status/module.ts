import type { Contribution, Core } from "#platform/module";
import { statusRoutes } from "./routes.ts";
import { createStatusService, type StatusDeps, type StatusService } from "./service.ts";

/** Creates the module for health, metrics and version of the service. */
export function createStatusModule(
	{ store, log, mailHealth, installation }: Core,
	deps: Omit<StatusDeps, "store" | "log" | "mailHealth" | "installation">,
): Contribution & { readonly service: StatusService } {
	const service = createStatusService({ store, log, mailHealth, installation, ...deps });
	return { service, routes: statusRoutes(service) };
}
