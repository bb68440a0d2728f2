import type { OrganizationRow } from "#db/schema";
import type { Change } from "#platform/unit-of-work";

/** Suspends organizations that have not paid; modules/organizations/organization-lifecycle implements it. */
export interface NonpaymentBlocks {
	/** Suspends an organization for nonpayment, unless it is. Returns it as it is then. @param row locked by the change */
	block(change: Change, row: OrganizationRow): Promise<OrganizationRow>;
	/** Lifts that suspension, if there is one; others remain. @param row locked by the change */
	unblock(change: Change, row: OrganizationRow): Promise<OrganizationRow>;
}
