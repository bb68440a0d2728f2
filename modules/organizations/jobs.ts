import type { Jobs } from "#platform/jobs";
import type { DeletionService } from "./deletion.ts";
import { LIFT_BLOCK, PURGE } from "./queues.ts";
import type { SuspensionService } from "./suspension.ts";

/** Declares who works on the queues of this module. */
export function handleOrganizationJobs(
	jobs: Pick<Jobs, "handle">,
	services: { readonly suspension: SuspensionService; readonly deletion: DeletionService },
): void {
	jobs.handle(LIFT_BLOCK, (job) => services.suspension.lift(job));
	jobs.handle(PURGE, (job) => services.deletion.purge(job));
}
