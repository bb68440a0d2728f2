import { ORG_TYPES, type OrganizationRow, type OrgType } from "#db/schema";

/** The columns of an organization that hold overrides of defaults. */
export type SectionColumn = "settings" | "retentionPolicy" | "featureFlags";

/** A part of an organization of which it keeps only what differs from the defaults of its kind. */
export interface Section<Value extends object, Column extends SectionColumn = SectionColumn> {
	/** Where the overrides are kept. */
	readonly column: Column;
	/** The values in effect: the organization's own, else the defaults of its kind. A new object, which the caller may change. */
	readonly effective: (row: Pick<OrganizationRow, "orgType" | Column>) => Value;
}

/**
 * Declares the values of a section; {@link createSectionService} reads and patches them.
 * @param defaults for every kind of tenant
 * @param byOrgType overrides of `defaults` for one kind
 */
export function defineSection<Value extends object, Column extends SectionColumn>(
	column: Column,
	defaults: Value,
	byOrgType: Readonly<Partial<Record<OrgType, Partial<Value>>>> = {},
): Section<Value, Column> {
	// On the path of every GET of an organization: merged once.
	const merged = Object.fromEntries(
		ORG_TYPES.map((orgType) => [orgType, { ...defaults, ...byOrgType[orgType] }]),
	) as Record<OrgType, Value>;
	return {
		column,
		// The column holds what the section's parse function let in.
		effective: (row) => ({ ...merged[row.orgType], ...(row[column] as Partial<Value>) }),
	};
}
