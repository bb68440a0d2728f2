import type { TSchema } from "@sinclair/typebox";
import type { OrganizationRow } from "#db/schema";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import type { Fact } from "#platform/unit-of-work";
import type { Tag } from "./documentation.ts";
import type { SectionColumn } from "./section.ts";

/** Access to organizations for their sections; modules/organizations implements it. */
export interface SectionOwner {
	/** The tag of their operations. */
	readonly tag: Tag;
	/** Schema of an organization in events. */
	readonly payload: TSchema;
	/** Returns an organization. @throws `not_found` `purged` */
	find(caller: Principal, orgId: string): Promise<Pick<OrganizationRow, "orgType" | "version" | SectionColumn>>;
	/**
	 * Changes an organization under its lock. Nothing is written or recorded when nothing changes.
	 * @param fact recorded with the differences
	 * @param columnsFor returns the columns to set
	 * @returns the organization as it is now
	 * @throws `not_found` `purged` `state_conflict` `precondition_failed`
	 */
	modify(
		context: RequestContext,
		orgId: string,
		fact: Fact<TSchema>,
		columnsFor: (row: OrganizationRow) => Partial<Pick<OrganizationRow, SectionColumn>>,
	): Promise<OrganizationRow>;
}
