import type { TSchema } from "@sinclair/typebox";
import type { OrganizationRow } from "#db/schema";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import type { Change, Fact } from "#platform/unit-of-work";
import type { Tag } from "./documentation.ts";
import type { SectionColumn } from "./section.ts";

/**
 * Called within a change of an organization, changed or not.
 * @param before as it was, locked
 * @param after as it is now; the same object when nothing changed
 */
export type OnModified = (change: Change, before: OrganizationRow, after: OrganizationRow) => Promise<void>;

/** What the sections of an organization are read from. */
export type SectionRow = Pick<
	OrganizationRow,
	"id" | "orgType" | "metadata" | "planCode" | "entitlementOverrides" | "version" | "configuration" | SectionColumn
>;

/** Access to organizations for their sections; modules/organizations/organizations implements it. */
export interface SectionOwner {
	/** The tag of their operations. */
	readonly tag: Tag;
	/** Schema of an organization in events. */
	readonly payload: TSchema;
	/** Returns an organization. @throws `not_found` `purged` */
	find(caller: Principal, orgId: string): Promise<SectionRow>;
	/**
	 * Changes an organization under its lock. Nothing is written or recorded when nothing changes.
	 * @param fact recorded with the differences; null: `onModified` records the change
	 * @param columnsFor returns the columns to set
	 * @param onModified in place of what usually follows from a change
	 * @returns the organization as it is now
	 * @throws `not_found` `purged` `state_conflict` `precondition_failed`
	 */
	modify(
		context: RequestContext,
		orgId: string,
		fact: Fact<TSchema> | null,
		columnsFor: (row: OrganizationRow) => Partial<Pick<OrganizationRow, SectionColumn>>,
		onModified?: OnModified,
	): Promise<OrganizationRow>;
}
