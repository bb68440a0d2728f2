import { ORG_TYPES, type OrganizationRow, type OrgType, type TypeDefaults } from "#db/schema";
import { isJsonObject } from "#kernel/json";
import { bounded } from "#platform/compliance";
import { memoizePerConfiguration } from "#platform/configuration";

/** The columns of an organization that hold overrides of defaults. */
export type SectionColumn = "settings" | "retentionPolicy" | "featureFlags" | "aiPolicy";

/** What of an organization the values of a section follow from. */
export type SectionSource<Column extends SectionColumn = SectionColumn> = Pick<
	OrganizationRow,
	"orgType" | "settings" | "configuration" | Column
>;

/** A part of an organization that stores only the differences from the defaults of its organization type. */
export interface Section<Value extends object, Column extends SectionColumn = SectionColumn> {
	/** Column of the overrides. */
	readonly column: Column;
	/**
	 * Returns the effective values: the organization's own, otherwise the defaults of its type, as its compliance mode
	 * permits them. A new object, which the caller may modify.
	 */
	readonly effective: (row: SectionSource<Column>) => Value;
}

/** A section whose defaults the operator may change. */
export interface ConfigurableSection<Value extends object, Column extends SectionColumn>
	extends Section<Value, Column> {
	/** Returns the values of an organization that decides nothing itself, without regard to its compliance mode. */
	readonly defaults: (row: Pick<OrganizationRow, "orgType" | "configuration">) => Value;
}

/**
 * Declares the values of a section; {@link createSectionService} reads and patches them.
 * @param builtIn for every organization type
 * @param byOrgType overrides of `builtIn` for one type; the operator's defaults override both
 */
export function defineSection<Value extends object, Column extends SectionColumn & keyof TypeDefaults>(
	column: Column,
	builtIn: Value,
	byOrgType: Readonly<Partial<Record<OrgType, Partial<Value>>>> = {},
): ConfigurableSection<Value, Column> {
	/** Members whose own members are overridden one by one. */
	const nested = Object.entries(builtIn).flatMap(([name, value]) => (isJsonObject(value) ? [name as keyof Value] : []));
	const overridden = (values: Value, own: Partial<Value> | undefined): Value => {
		const all = { ...values, ...own };
		for (const name of nested) all[name] = { ...values[name], ...own?.[name] };
		return all;
	};
	// Merged once, since every GET of an organization needs it.
	const merged = memoizePerConfiguration(
		({ tenantDefaults }) =>
			Object.fromEntries(
				ORG_TYPES.map((orgType) => [
					orgType,
					overridden({ ...builtIn, ...byOrgType[orgType] }, tenantDefaults[orgType]?.[column] as Partial<Value>),
				]),
			) as Record<OrgType, Value>,
	);
	return {
		column,
		defaults: ({ orgType, configuration }) => merged(configuration)[orgType],
		// Column and configuration contain only what the section's parse function accepted.
		effective: (row) =>
			bounded(column, row, overridden(merged(row.configuration)[row.orgType], row[column] as Partial<Value>)),
	};
}
