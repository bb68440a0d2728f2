import type { Db } from "#db/store";
import type { SteadyMs } from "#kernel/clock";
import type { Limiter } from "#kernel/rate-limit";
import { deleteWaiting, sealedPayloads } from "#platform/jobs";
import { createMailLimits, type MailPolicies } from "./limits.ts";
import type { MailTransport } from "./ports.ts";
import { MAIL_QUEUES } from "./queues.ts";
import { createMailer, MAIL_AAD, type MailDeps } from "./service.ts";
import { type MailHealth, watchTransport } from "./watch.ts";

/** Interval at which it is asked whether the mail server should be looked at, in ms. */
const CHECK_MS = 10_000;

export interface OpenMailDeps extends Omit<MailDeps, "transport"> {
	readonly steadyMs: SteadyMs;
	readonly limiter: Limiter;
	/** Null where rate limits are off. */
	readonly policies: MailPolicies | null;
}

const waiting = {
	// What was waiting was sent since the backup.
	forgetAfterRestore: (tx: Db, limit: number) => deleteWaiting(tx, MAIL_QUEUES, limit),
	sealed: [
		{
			name: "mails that have not been sent yet",
			loss: "they will not be sent",
			column: sealedPayloads(MAIL_QUEUES),
			aadOf: () => MAIL_AAD,
		},
	],
};

/** Creates what sends mails, and what is known of whether they leave. @param plain null: there is no mail server */
export function openMail(plain: MailTransport | null, { steadyMs, limiter, policies, ...deps }: OpenMailDeps) {
	if (plain === null)
		return {
			mailer: null,
			health: null,
			limits: createMailLimits(limiter, null),
			contribution: waiting,
		};
	const { transport, health } = watchTransport(plain, { steadyMs, log: deps.log });
	return {
		mailer: createMailer({ ...deps, transport }),
		health,
		limits: createMailLimits(limiter, policies),
		contribution: { ...waiting, ...figuresOf(deps, health) },
	};
}

/** Returns the figures of mails that leave and that do not, and the task that notices when they cannot. */
const figuresOf = ({ jobs }: Pick<MailDeps, "jobs">, health: MailHealth) => ({
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
