import type { Contribution, Core, EraseTenant, OnSuspended } from "#platform/module";
import { createDeletionService, type DeletionService } from "./deletion.ts";
import { facts } from "./facts.ts";
import { ERASE, LIFT_BLOCK, PURGE } from "./queues.ts";
import { blocksOf } from "./repository.ts";
import { lifecycleRoutes } from "./routes.ts";
import { createSuspensionService, type SuspensionService } from "./suspension.ts";

/**
 * Creates the module that suspends, resumes, deletes, restores and purges organizations.
 * @param eraseTenant erases an organization's data in every module
 * @param onSuspended tells every module that an organization is suspended
 */
export function createLifecycleModule(
	core: Core,
	{ eraseTenant, onSuspended }: { readonly eraseTenant: EraseTenant; readonly onSuspended: OnSuspended },
): Contribution & { readonly suspension: SuspensionService; readonly deletion: DeletionService } {
	const suspension = createSuspensionService({ ...core, onSuspended });
	const deletion = createDeletionService({ ...core, eraseTenant });
	core.jobs.handle(LIFT_BLOCK, suspension.lift);
	core.jobs.handle(PURGE, deletion.purge);
	core.jobs.handle(ERASE, deletion.erase, { concurrency: 1 });
	return {
		suspension,
		deletion,
		facts,
		routes: lifecycleRoutes({ suspension, deletion }),
		eraseTenant: (tx, orgId, limit) => blocksOf(tx, orgId).removePortion(limit),
	};
}
