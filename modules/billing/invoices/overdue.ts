import { lockOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import { facts } from "./facts.ts";
import { invoiceOverdue } from "./moments.ts";
import { invoicesOf } from "./repository.ts";
import { toPublished } from "./view.ts";

/** Queue of the jobs that look, once an invoice is due, whether it was paid. */
export const OVERDUE = "invoices.overdue";

interface OverdueDeps extends Pick<Core, "unitOfWork"> {
	readonly jobs: Pick<Jobs, "handle">;
}

/** Handles the jobs that find invoices unpaid after their due date: each is found once, with the job that finds it. */
export function handleOverdue({ unitOfWork, jobs }: OverdueDeps): void {
	jobs.handle(OVERDUE, async (job) => {
		const { orgId, payload } = job;
		if (orgId === null) return;
		await unitOfWork.run(systemContext(`job:${OVERDUE}`), async (change) => {
			await job.done(change.tx);
			const organization = await lockOrganizationRow(change.tx, orgId);
			if (organization === undefined || organization.state === "deleted") return;
			const row = await invoicesOf(change.tx, orgId).lock(String(payload.invoiceId));
			if (row?.state !== "open" || row.overdueAtMs !== null) return;
			const overdue = await invoicesOf(change.tx, orgId).progress(row, { overdueAtMs: change.nowMs });
			change.record(orgId, facts["invoice.fall_overdue"], { id: row.id, object: toPublished(overdue) });
			await change.reach(invoiceOverdue, overdue);
		});
	});
}
