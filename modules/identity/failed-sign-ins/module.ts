import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { failedSignInsRepository } from "./repository.ts";
import { createFailedSignIns, type FailedSignIns } from "./service.ts";

/** Interval at which failed sign-ins are written, in ms. */
const DELAY_MS = 1_000;

/** Creates the module of failed sign-ins, stored apart from the audit trail because strangers can cause them. */
export function createFailedSignInsModule(core: Core): Contribution & { readonly service: FailedSignIns } {
	const service = createFailedSignIns(core);
	return {
		service,
		facts,
		eraseAccount: (inPortions, userId) =>
			inPortions((tx, limit) => failedSignInsRepository.removeByUser(tx, userId, limit)),
		cleanups: { everyMinute: [service.purge] },
		periodicTasks: [
			{ everyMs: DELAY_MS, work: service.flush, failureMessage: "failed sign-ins could not be recorded" },
		],
	};
}
