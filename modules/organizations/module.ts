import type { Contribution, Core, EraseTenant } from "#platform/module";
import { createDeletionService, type DeletionService } from "./deletion.ts";
import { facts } from "./facts.ts";
import { LIFT_BLOCK, PURGE } from "./queues.ts";
import { blocksOf } from "./repository.ts";
import { organizationsRoutes } from "./routes.ts";
import { createOrganizationsService, type OrganizationsDeps, type OrganizationsService } from "./service.ts";
import { createSuspensionService, type SuspensionService } from "./suspension.ts";

/** What an organization is, its states and its end. @param eraseTenant every module's part of a purge */
export function createOrganizationsModule(
	core: Core,
	{ eraseTenant, ...deps }: Pick<OrganizationsDeps, "invitations"> & { readonly eraseTenant: EraseTenant },
): Contribution & {
	readonly service: OrganizationsService;
	readonly suspension: SuspensionService;
	readonly deletion: DeletionService;
} {
	const service = createOrganizationsService({ ...core, ...deps });
	const suspension = createSuspensionService(core);
	const deletion = createDeletionService({ ...core, eraseTenant });
	core.jobs.handle(LIFT_BLOCK, suspension.lift);
	core.jobs.handle(PURGE, deletion.purge);
	return {
		service,
		suspension,
		deletion,
		facts,
		routes: organizationsRoutes({ organizations: service, suspension, deletion }, core.publicUrl.href),
		cache: service,
		eraseTenant: (tx, orgId) => blocksOf(tx, orgId).removeAll(),
	};
}
