import { MINUTE_MS } from "#kernel/clock";
import type { SettledTime } from "./service.ts";

/** What the platform contributes for the settled time. */
export const settledTimeContribution = ({ note, aheadMs }: SettledTime) => ({
	prepare: note,
	periodicTasks: [{ everyMs: MINUTE_MS, work: note, failureMessage: "the current time could not be recorded" }],
	gauges: [
		{
			name: "parley_clock_ahead_seconds",
			help: "Seconds by which the clock is ahead of the settled time. What has become due since is not purged yet.",
			read() {
				const ms = aheadMs();
				return ms === undefined ? undefined : ms / 1_000;
			},
		},
	],
});
