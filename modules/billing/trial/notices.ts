import { rfc3339 } from "#kernel/clock";
import type { Trials } from "#modules/billing/subscriptions";
import { mailAdministrators } from "#modules/organizations/members";
import { lockOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { DEFAULT_PLAN, enforcementOf, plansOf } from "#modules/tenancy/plans";
import type { Job } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import type { TrialExpiringMail } from "./mails.ts";
import { daysLeft } from "./view.ts";

/** Queue of the notices that a trial ends soon. */
export const NOTICE = "trial.notice";
/** Days before the end on which there is a notice. */
const NOTICE_DAYS = [7, 3, 1];
const DAY_MS = 24 * 60 * 60 * 1_000;

interface NoticesDeps extends Pick<Core, "unitOfWork" | "jobs" | "mailer"> {
	readonly trials: Trials;
}

/** Creates the notices that a trial ends soon. */
export function createNotices({ unitOfWork, jobs, mailer, trials }: NoticesDeps) {
	return {
		/** Enqueues the notices of a trial. */
		async enqueue(change: Change, orgId: string, endsAtMs: number): Promise<void> {
			for (const days of NOTICE_DAYS) {
				const runAtMs = endsAtMs - days * DAY_MS;
				if (runAtMs <= change.nowMs) continue;
				await jobs.enqueue(change.tx, { queue: NOTICE, payload: { endsAtMs }, orgId, runAtMs });
			}
		},

		/** Runs a job on {@link NOTICE}: says so unless the trial has ended meanwhile. */
		async run(job: Job): Promise<void> {
			const { orgId, payload } = job;
			if (orgId === null) return;
			await unitOfWork.run(systemContext(`job:${NOTICE}`), async (change) => {
				await job.done(change.tx);
				const organization = await lockOrganizationRow(change.tx, orgId);
				const row = await trials.find(change.tx, orgId);
				if (organization?.state !== "active" || row?.state !== "trialing") return;
				// Nothing ends for those who have the plan without limits.
				if (enforcementOf(organization) === "off") return;
				const { trialEndsAtMs, planCode } = row;
				if (trialEndsAtMs === null || trialEndsAtMs !== payload.endsAtMs || trialEndsAtMs <= change.nowMs) return;
				const days = daysLeft(trialEndsAtMs, change.nowMs);
				const object = { planCode, endsAt: rfc3339(trialEndsAtMs), daysLeft: days };
				change.record(orgId, facts["subscription.announce_trial_end"], { id: row.id, object });
				const nameOf = (code: string) => plansOf(organization).get(code)?.name ?? code;
				await mailAdministrators<TrialExpiringMail>(change, mailer, { orgId, concern: "billing" }, ({ name }) => ({
					kind: "trial_expiring",
					name,
					organization: organization.name,
					plan: nameOf(planCode),
					next: nameOf(DEFAULT_PLAN),
					days,
				}));
			});
		},
	};
}
