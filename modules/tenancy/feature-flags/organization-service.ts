import type { OrganizationRow } from "#db/schema";
import type { Versioned } from "#kernel/etag";
import { type FieldShape, parseFields, project } from "#kernel/field-mask";
import type { RequestContext } from "#kernel/request-context";
import { variantOf } from "#platform/configuration";
import type { SectionOwner } from "#platform/sections";
import { catalogueOf } from "./catalogue.ts";
import { decisions } from "./decisions.ts";
import { evaluate, type FlagSource, subjectOf } from "./evaluate.ts";
import { assertFlagsExist, assertMayDecide } from "./parse.ts";
import type { OrganizationFlags, OwnFlagOverrides } from "./schemas.ts";

/** What is shown of the flags of an organization. */
export interface FlagsQuery {
	readonly explain?: string | undefined;
	readonly fields?: string | undefined;
}

export type OrganizationFlagsService = ReturnType<typeof createOrganizationFlags>;

/** Creates the service that returns and sets the flags of organizations. */
export const createOrganizationFlags = (owner: SectionOwner) => ({
	/** Returns the flags in effect. @throws `not_found` `purged` `invalid_fields` */
	async get({ principal }: RequestContext, orgId: string, query: FlagsQuery): Promise<Versioned<OrganizationFlags>> {
		return show(await owner.find(principal, orgId), query);
	},

	/**
	 * Replaces everything that the organization decides itself.
	 * @throws `not_found` `purged` `state_conflict` `precondition_failed` `unknown_flag` `validation_failed` `flag_locked`
	 * `entitlement_required`
	 */
	async put(
		context: RequestContext,
		orgId: string,
		overrides: OwnFlagOverrides,
		query: FlagsQuery,
	): Promise<Versioned<OrganizationFlags>> {
		const row = await owner.modify(context, orgId, null, (before: OrganizationRow) => {
			assertFlagsExist(before, Object.keys(overrides), "");
			const featureFlags = decisions(before, overrides);
			assertMayDecide(before, { ...before, featureFlags }, "");
			return { featureFlags };
		});
		return show(row, query);
	},
});

function show(
	row: FlagSource & Pick<OrganizationRow, "version">,
	{ explain, fields }: FlagsQuery,
): Versioned<OrganizationFlags> {
	const [flags, subject] = [catalogueOf(row.configuration), subjectOf(row)];
	const isExplained = explain === "true";
	const entries = [...flags.values()].map((flag) => {
		const outcome = evaluate(flag, subject);
		return [flag.key, isExplained ? outcome : outcome.value] as const;
	});
	const all: OrganizationFlags = Object.fromEntries(entries);
	const shape: FieldShape = Object.fromEntries(entries.map(([key]) => [key, isExplained ? EXPLAINED : true]));
	const data = fields === undefined ? all : (project(all, parseFields(fields, shape)) as OrganizationFlags);
	const variant = explain === undefined && fields === undefined ? undefined : `${isExplained}\n${fields ?? ""}`;
	return { data, version: row.version, variant: variantOf(row.configuration, variant) };
}

const EXPLAINED = { value: true, variant: true, source: true, reason: true } as const;
