import type { OrganizationRow } from "#db/schema";
import { type FieldErrors, invalidMember } from "#kernel/field-errors";
import type { RequestContext } from "#kernel/request-context";
import { text } from "#kernel/texts";
import { entitlementsOf, type Trials } from "#modules/billing/subscriptions";
import { findOrganization, lockWritableOrganization } from "#modules/tenancy/organization-records";
import { plansOf } from "#modules/tenancy/plans";
import type { Core } from "#platform/module";
import type { createNotices } from "./notices.ts";
import { type StartTrialRequest, type Trial, trialFields } from "./schemas.ts";
import { toTrial } from "./view.ts";

interface TrialDeps extends Pick<Core, "store" | "clock" | "unitOfWork"> {
	readonly trials: Trials;
	readonly notices: Pick<ReturnType<typeof createNotices>, "enqueue">;
}

/** A request by its path. */
interface Addressed {
	readonly params: { readonly orgId?: string };
}

export type TrialService = ReturnType<typeof createTrialService>;

const usualPlan = ({ orgType }: OrganizationRow): string => (orgType === "education" ? "education" : "team");

/** Creates the service of the trials of organizations. */
export function createTrialService({ store, clock, unitOfWork, trials, notices }: TrialDeps) {
	/** Returns the plan that is to be tried. @throws `validation_failed` */
	function planFor(organization: OrganizationRow, planCode = usualPlan(organization)) {
		const offered = [...plansOf(organization).values()].filter(({ isPublic, trialDays }) => isPublic && trialDays > 0);
		const plan = offered.find(({ code }) => code === planCode);
		if (plan !== undefined) return plan;
		const codes = offered.map(({ code }) => code).join(", ");
		throw invalidMember("/planCode", "unknown_plan", text("must be a plan that has a trial: {codes}", { codes }));
	}

	return {
		/** Collects what is wrong with the plan that is to be tried. */
		async check({ planCode }: StartTrialRequest, fieldErrors: FieldErrors, { params }: Addressed): Promise<void> {
			const organization = await findOrganization(store.db, params.orgId ?? "");
			fieldErrors.check(() => planFor(organization, planCode));
		},

		/** Returns the trial of an organization, and its limits. @throws `not_found` `purged` `invalid_fields` */
		async get(orgId: string, fields: string | undefined) {
			const select = trialFields.parse(fields);
			const nowMs = clock.nowMs();
			const [organization, row] = await Promise.all([findOrganization(store.db, orgId), trials.find(store.db, orgId)]);
			return select(toTrial(organization, row, await entitlementsOf(store.db, organization, nowMs), nowMs));
		},

		/**
		 * Starts the trial of an organization, which may have one.
		 * @throws `not_found` `purged` `state_conflict` `validation_failed`
		 */
		start(context: RequestContext, orgId: string, { planCode }: StartTrialRequest): Promise<Trial> {
			return unitOfWork.run(context, async (change) => {
				const organization = await lockWritableOrganization(change.tx, orgId);
				const plan = planFor(organization, planCode);
				const { row, organization: trying } = await trials.start(change, organization, plan);
				await notices.enqueue(change, orgId, row.trialEndsAtMs ?? change.nowMs);
				const entitlements = await entitlementsOf(change.tx, trying, change.nowMs);
				return toTrial(trying, row, entitlements, change.nowMs);
			});
		},
	};
}
