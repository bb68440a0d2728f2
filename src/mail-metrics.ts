import type { Jobs } from "#platform/jobs";
import { MAIL_QUEUES, type MailHealth } from "#platform/mail";
import type { Contribution } from "#platform/module";

/** Interval at which it is asked whether the mail server should be looked at, in ms. */
const CHECK_MS = 10_000;

/** Returns the figures of mails that leave and that do not, and the task that notices when they cannot. */
export const mailMetrics = (jobs: Pick<Jobs, "countUnfinished">, health: MailHealth): Contribution => ({
	periodicTasks: [{ everyMs: CHECK_MS, work: health.check, failureMessage: "the mail server could not be checked" }],
	counters: [
		{
			name: "parley_mail_attempts_total",
			help: "Attempts to send a mail, by outcome. Failed mails are retried, permanently rejected ones are not.",
			labelNames: ["outcome"],
			read: () => Object.entries(health.attempts).map(([outcome, value]) => ({ labels: { outcome }, value })),
		},
	],
	gauges: [
		{
			name: "parley_mail_failing",
			help: "1 while this instance cannot send mail; the log gives the reason.",
			read: () => (health.problem === null ? 0 : 1),
		},
		{
			name: "parley_mails_waiting",
			help: "Mails that have not been sent yet.",
			read: () => jobs.countUnfinished(MAIL_QUEUES),
		},
	],
});
