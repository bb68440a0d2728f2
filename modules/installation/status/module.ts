import { isLoopback } from "#kernel/ip-address";
import type { Contribution, Core } from "#platform/module";
import { statusRoutes } from "./routes.ts";
import { createStatusService, type StatusDeps, type StatusService } from "./service.ts";

export function createStatusModule(
	{ store, log, mailHealth, objectsProof, installation, publicUrl }: Core,
	deps: Omit<StatusDeps, "store" | "log" | "mailHealth" | "objectsProof" | "installation" | "isLocal">,
): Contribution & { readonly service: StatusService } {
	const isLocal = isLoopback(new URL(publicUrl.href).hostname);
	const service = createStatusService({ store, log, mailHealth, objectsProof, installation, isLocal, ...deps });
	return { service, routes: statusRoutes(service) };
}
