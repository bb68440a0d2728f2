import type { Meter } from "#db/schema";
import { lockOrganization, saveOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { Change } from "#platform/unit-of-work";
import { recordUsage } from "#platform/usage";
import type { Harness, TestResponse } from "./harness.ts";

/** Entitlements by key: a number limits, null does not, false takes a feature away. */
type Entitlements = Readonly<Record<string, number | boolean | null>>;

/** What a test compares of a response: `allowed`, or what was refused and which plan has more of it. */
export const verdictOf = ({ status, body }: TestResponse): unknown =>
	status < 400 ? "allowed" : [status, body.error.code, body.error.meta?.entitlement, body.error.meta?.plan];

/** Gives organizations other entitlements than their plan, and lets them use something, for tests. */
export function entitledOf({ parley, nowMs }: Harness) {
	const { unitOfWork } = parley.services;
	const change = (work: (change: Change) => Promise<void>) => unitOfWork.run(systemContext("job:test"), work);
	let subjects = 0;
	const useAt = (orgId: string, meter: Meter, quantity: number, occurredAtMs: number): Promise<void> =>
		change(async ({ tx }) => {
			await recordUsage(tx, orgId, { meter, quantity, subject: `test:${++subjects}`, occurredAtMs });
		});
	return {
		/** Grants, or takes away, entitlements beside the plan. */
		entitle: (orgId: string, entitlementOverrides: Entitlements): Promise<void> =>
			change(async (now) => {
				await saveOrganization(now, await lockOrganization(now.tx, orgId), { entitlementOverrides });
			}),

		/** Uses something, in the unit of the meter. */
		use: (orgId: string, meter: Meter, quantity: number): Promise<void> => useAt(orgId, meter, quantity, nowMs()),

		/** Uses something at another time: what is recorded late. */
		useAt,
	};
}
