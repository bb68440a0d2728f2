import type { OrganizationRow } from "#db/schema";
import { HOUR_MS, rfc3339 } from "#kernel/clock";
import type { BillingAccounts } from "#modules/billing/billing-accounts";
import { mailPayers, type Receiver } from "#modules/organizations/members";
import { findOrganizationRow, lockOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { planOf } from "#modules/tenancy/plans";
import { settings } from "#modules/tenancy/settings";
import { PUBLIC_METERS, shownQuantity } from "#modules/tenancy/usage";
import { chooseLocale } from "#platform/mail";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { type DueAlert, dueAlerts } from "./due.ts";
import { facts } from "./facts.ts";
import type { UsageAlertMail } from "./mails.ts";
import { listIds, saveAlert } from "./repository.ts";

/** Queue of the look at all organizations, which finds what was missed because a process had ended. */
export const SWEEP = "usage.alerts";
/** Organizations that are read at once. */
const PAGE = 200;

export interface AlertsDeps extends Pick<Core, "store" | "clock" | "unitOfWork" | "mailer" | "jobs"> {
	readonly accounts: BillingAccounts;
}

/** Creates the alerts that organizations get when a limit is almost, or all, used up. */
export function createAlerts({ store, clock, unitOfWork, mailer, jobs, accounts }: AlertsDeps) {
	/** Organizations that may have used something since they were looked at. */
	let marked = new Set<string>();

	async function mail(change: Change, organization: OrganizationRow, { period: _, ...about }: DueAlert): Promise<void> {
		if (mailer === null) return;
		const { email } = await accounts.read(change.tx, organization);
		const locale = chooseLocale([settings.effective(organization).defaultLanguage]);
		const also = email === null ? [] : [{ email, name: null, locale }];
		const used = shownQuantity(about.used);
		const of = { organization: organization.name, plan: planOf(organization).name, ...about, used };
		const contentFor = ({ name }: Receiver): UsageAlertMail => ({ kind: "usage_alert", name, ...of });
		await mailPayers(change, mailer, organization.id, also, contentFor);
	}

	/** Tells an organization what it has to know; two who look at once tell it once, since the second one waits. */
	async function tell(orgId: string): Promise<void> {
		await unitOfWork.run(systemContext(`job:${SWEEP}`), async (change) => {
			const row = await lockOrganizationRow(change.tx, orgId);
			if (row === undefined) return;
			for (const due of await dueAlerts(change.tx, row, change.nowMs)) {
				const { meter, threshold, limit, used, period, beyond } = due;
				const stored = { orgId, meter: PUBLIC_METERS[meter].meter, periodStartMs: period.fromMs, threshold, limit };
				await saveAlert(change.tx, stored);
				const span = { periodStart: rfc3339(period.fromMs), periodEnd: rfc3339(period.toMs) };
				const object = { meter, threshold, limit, used: shownQuantity(used), ...span, beyond };
				change.record(orgId, facts["usage.reach_threshold"], { id: orgId, object });
				await mail(change, row, due);
			}
		});
	}

	async function check(orgId: string): Promise<void> {
		const row = await findOrganizationRow(store.db, orgId);
		if (row !== undefined && (await dueAlerts(store.db, row, clock.nowMs())).length > 0) await tell(orgId);
	}

	jobs.every(SWEEP, HOUR_MS, async ({ signal }) => {
		for (let after = ""; ; ) {
			const page = await listIds(store.acrossTenants, { after, take: PAGE });
			for (const { id } of page) {
				signal.throwIfAborted();
				await check(id);
			}
			if (page.length < PAGE) return;
			after = page.at(-1)?.id ?? "";
		}
	});

	return {
		/** Notes that organizations may have used something; takes no time. */
		mark(orgIds: readonly string[]): void {
			for (const orgId of orgIds) marked.add(orgId);
		},

		/** Looks at the organizations that were noted; those that fail are looked at with the next call. */
		async checkMarked(): Promise<void> {
			const orgIds = marked;
			marked = new Set();
			try {
				for (const orgId of orgIds) {
					await check(orgId);
					orgIds.delete(orgId);
				}
			} finally {
				for (const orgId of orgIds) marked.add(orgId);
			}
		},
	};
}
