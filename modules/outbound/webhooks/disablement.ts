import { mailAdministrators } from "#modules/organizations/members";
import { findOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { FollowerRun } from "#platform/followers";
import type { Core } from "#platform/module";
import { facts } from "./facts.ts";
import type { WebhookDisabledMail } from "./mails.ts";
import { webhooksOf } from "./repository/webhooks.ts";
import type { DisabledReason } from "./values.ts";
import { toSummary } from "./view.ts";

/** Creates the function that disables a webhook because of what its receiver does, and tells those who run the organization. */
export function createDisablement({ unitOfWork, mailer }: Pick<Core, "unitOfWork" | "mailer">) {
	return async (run: FollowerRun, orgId: string, webhookId: string, reason: DisabledReason): Promise<void> => {
		await unitOfWork.run(systemContext("job:webhooks"), async (change) => {
			const { tx, nowMs } = change;
			await run.lock(tx);
			const row = await webhooksOf(tx, orgId).lock(webhookId);
			await run.settle(tx, { isActive: false, isParked: false, dueAtMs: null });
			if (row === undefined || row.disabledAtMs !== null) return;
			const values = { disabledAtMs: nowMs, disabledReason: reason, version: row.version + 1, updatedAtMs: nowMs };
			await webhooksOf(tx, orgId).update(webhookId, values);
			const object = toSummary({ ...row, ...values });
			const changes = [{ path: "/state", from: "enabled", to: "disabled" }];
			change.record(orgId, facts["webhook.disable"], { id: webhookId, object, changes });
			const { name: organization = "" } = (await findOrganizationRow(tx, orgId)) ?? {};
			const { host } = new URL(row.url);
			await mailAdministrators(
				change,
				mailer,
				{ orgId, concern: "organization" },
				({ name }): WebhookDisabledMail => ({ kind: "webhook_disabled", name, organization, host, reason }),
			);
		});
	};
}
