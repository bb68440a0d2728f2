import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { failedSignInsRepository } from "./repository.ts";
import { createFailedSignIns, type FailedSignIns } from "./service.ts";

/** How late a failed sign-in may be written, in ms. */
const DELAY_MS = 1_000;

/** Sign-ins that failed, kept apart from the audit trail: strangers make them. */
export function createFailedSignInsModule(core: Core): Contribution & { readonly service: FailedSignIns } {
	const service = createFailedSignIns(core);
	return {
		service,
		facts,
		erasePerson: (tx, { userId }) => failedSignInsRepository.removeByUser(tx, userId),
		cleanups: { everyMinute: [service.purge] },
		periodicTasks: [{ everyMs: DELAY_MS, work: service.flush, failureMessage: "failed sign-ins cannot be noted" }],
	};
}
