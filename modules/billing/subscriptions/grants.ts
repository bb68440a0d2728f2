import { FieldErrors } from "#kernel/field-errors";
import { pointerToken } from "#kernel/json";
import type { RequestContext } from "#kernel/request-context";
import { text } from "#kernel/texts";
import { FeatureFlags } from "#modules/tenancy/feature-flags";
import { lockWritableOrganization, saveOrganization } from "#modules/tenancy/organization-records";
import { isLimit, LIMITS } from "#modules/tenancy/plans";
import type { Core } from "#platform/module";
import { entitlementsOf } from "./entitlements.ts";
import { facts } from "./facts.ts";
import { withTerms } from "./meters.ts";
import { planOfSubscription } from "./plan-changes.ts";
import { lockSubscription } from "./repository.ts";
import type { Entitlements, GrantEntitlementsRequest } from "./schemas.ts";
import type { Subscriptions } from "./subscriptions.ts";

type Granted = GrantEntitlementsRequest["entitlements"];

/** Asserts that everything granted exists and has a value of its kind. @throws `validation_failed` */
export function assertGrantable(granted: Granted): void {
	const fieldErrors = new FieldErrors();
	const flags = Object.keys(FeatureFlags.properties);
	for (const [key, value] of Object.entries(granted)) {
		const path = `/entitlements/${pointerToken(key)}`;
		if (!isLimit(key) && !flags.includes(key))
			fieldErrors.add(
				path,
				"unknown_entitlement",
				text("must be one of {values}", { values: [...LIMITS, ...flags].join(", ") }),
			);
		else if (isLimit(key) === (typeof value === "boolean"))
			fieldErrors.add(path, "invalid_type", isLimit(key) ? "must be a whole number or null" : "must be true or false");
	}
	fieldErrors.throwIfAny();
}

interface GrantsDeps extends Pick<Core, "unitOfWork"> {
	readonly subscriptions: Subscriptions;
}

/**
 * Creates the operation by which an operator grants what a plan does not include: replaces all that was granted before.
 * @throws `not_found` `purged` `state_conflict` `validation_failed`
 */
export const createGrants =
	({ unitOfWork, subscriptions }: GrantsDeps) =>
	(context: RequestContext, orgId: string, { entitlements }: GrantEntitlementsRequest): Promise<Entitlements> => {
		assertGrantable(entitlements);
		return unitOfWork.run(context, async (change) => {
			const before = await lockWritableOrganization(change.tx, orgId);
			const after = await saveOrganization(change, before, { entitlementOverrides: { ...entitlements } });
			const row = await lockSubscription(change.tx, { orgId });
			if (row !== undefined && row.state !== "trialing" && row.state !== "canceled") {
				// From now on, the month of the subscription includes what was granted.
				const granted = withTerms(after, row, planOfSubscription(after, row.planCode), change.nowMs);
				await subscriptions.save(change, { organization: after, row }, granted, null);
			}
			const auditedChanges = [{ path: "/entitlements", from: before.entitlementOverrides, to: entitlements }];
			change.record(orgId, facts["subscription.grant_entitlements"], { id: orgId, auditedChanges });
			return { entitlements: await entitlementsOf(change.tx, after, change.nowMs) };
		});
	};
