import type { Contribution, Core } from "#platform/module";
import { createDeletionService, type DeletionService } from "./deletion.ts";
import { facts } from "./facts.ts";
import { ERASE, LIFT_BLOCK, PURGE } from "./queues.ts";
import { lifecycleRoutes } from "./routes.ts";
import { createSuspensionService, type SuspensionService } from "./suspension.ts";

/** Creates the module that suspends, resumes, deletes, restores and purges organizations. */
export function createLifecycleModule(
	core: Core,
): Contribution & { readonly suspension: SuspensionService; readonly deletion: DeletionService } {
	const suspension = createSuspensionService(core);
	const deletion = createDeletionService(core);
	core.jobs.handle(LIFT_BLOCK, suspension.lift, { settled: true });
	core.jobs.handle(PURGE, deletion.purge, { settled: true });
	core.jobs.handle(ERASE, deletion.erase, { concurrency: 1 });
	return {
		suspension,
		deletion,
		facts,
		routes: lifecycleRoutes({ suspension, deletion }),
		replayRemoval: { organization: ({ subjectId }) => deletion.purgeAgain(subjectId) },
	};
}
