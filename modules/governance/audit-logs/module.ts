import { HOUR_MS } from "#kernel/clock";
import type { Contribution, Core } from "#platform/module";
import { createAttempts } from "./attempts.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { attemptFacts, facts } from "./facts.ts";
import { createAuditKeys, keyAad } from "./keys.ts";
import { sealedAuditKeys } from "./repository/checkpoints.ts";
import { auditLogsRoutes } from "./routes.ts";
import { createAuditLogsService } from "./service.ts";

/** Queue of the signatures of all logs. */
const CHECKPOINT = "audit.checkpoint";

/** Interval at which refused requests are written, in ms. */
const FLUSH_MS = 2_000;

export function createAuditLogsModule(core: Core): Contribution {
	const attempts = createAttempts(core);
	const keys = createAuditKeys(core);
	const signAll = createCheckpoints({ ...core, keys });
	core.jobs.every(CHECKPOINT, HOUR_MS, ({ signal }) => signAll(signal));
	return {
		onAttempt: attempts.note,
		facts: { ...facts, ...attemptFacts },
		periodicTasks: [
			{
				everyMs: FLUSH_MS,
				work: attempts.flush,
				atEnd: attempts.flushAll,
				failureMessage: "refused requests could not be recorded",
			},
		],
		routes: auditLogsRoutes(createAuditLogsService({ ...core, keys })),
		sealed: [
			{
				name: "keys that sign audit logs",
				loss: "what they have signed can no longer be verified; a new key signs from now on",
				column: sealedAuditKeys,
				aadOf: ({ kid = "" }) => keyAad(kid),
			},
		],
	};
}
