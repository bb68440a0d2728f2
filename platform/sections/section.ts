import { ORG_TYPES, type OrganizationRow, type OrgType } from "#db/schema";
import { bounded } from "#platform/compliance";

/** The columns of an organization that hold overrides of defaults. */
export type SectionColumn = "settings" | "retentionPolicy" | "featureFlags" | "aiPolicy";

/** A part of an organization that stores only the differences from the defaults of its organization type. */
export interface Section<Value extends object, Column extends SectionColumn = SectionColumn> {
	/** Column of the overrides. */
	readonly column: Column;
	/**
	 * Returns the effective values: the organization's own, otherwise the defaults of its type, as its compliance mode
	 * permits them. A new object, which the caller may modify.
	 */
	readonly effective: (row: Pick<OrganizationRow, "orgType" | "settings" | Column>) => Value;
}

/**
 * Declares the values of a section; {@link createSectionService} reads and patches them.
 * @param defaults for every organization type
 * @param byOrgType overrides of `defaults` for one type
 */
export function defineSection<Value extends object, Column extends SectionColumn>(
	column: Column,
	defaults: Value,
	byOrgType: Readonly<Partial<Record<OrgType, Partial<Value>>>> = {},
): Section<Value, Column> {
	// Merged once, since every GET of an organization needs it.
	const merged = Object.fromEntries(
		ORG_TYPES.map((orgType) => [orgType, { ...defaults, ...byOrgType[orgType] }]),
	) as Record<OrgType, Value>;
	return {
		column,
		// The column contains only what the section's parse function accepted.
		effective: (row) => bounded(column, row, { ...merged[row.orgType], ...(row[column] as Partial<Value>) }),
	};
}
