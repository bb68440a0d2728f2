import type { OrganizationRow } from "#db/schema";
import type { Db } from "#db/store";
import { differencesBetween } from "#kernel/differences";
import { assertIfMatch } from "#kernel/etag";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import type { AiPolicySection } from "#modules/governance/ai-policy";
import { noteRetentionChange } from "#modules/governance/retention";
import { assertMayDecide, noteFlagChange } from "#modules/tenancy/feature-flags";
import { isTaken, lockWritableOrganization, saveOrganization } from "#modules/tenancy/organization-records";
import { type Agreements, assertCompliant, modeOf } from "#platform/compliance";
import type { Core } from "#platform/module";
import type { OnModified } from "#platform/sections";
import type { Change, Fact } from "#platform/unit-of-work";
import { modeLocked, valueTaken } from "./errors.ts";
import type { WritableColumns } from "./parse.ts";
import type { OrganizationSummary, UpdatedOrganization } from "./schemas.ts";
import { toFullOrganization, toSummary } from "./view.ts";

/**
 * Brings what is kept of the domains of an organization up to date with a change of its list, within that change;
 * modules/organizations/domains implements it.
 */
export type FollowAllowedDomains = (
	change: Change,
	orgId: string,
	before: readonly string[],
	after: readonly string[],
) => Promise<void>;

export interface ModifyDeps extends Pick<Core, "unitOfWork"> {
	readonly followAllowedDomains: FollowAllowedDomains;
	/** What AI may do for an organization. */
	readonly aiPolicy: AiPolicySection;
	readonly agreements: Agreements;
}

export type Modify = ReturnType<typeof createModify>;

/**
 * Creates the function that changes members of an organization: any of them by PUT, or one section by PATCH. Nothing is
 * written or recorded when nothing changes.
 */
export const createModify =
	({ unitOfWork, followAllowedDomains, aiPolicy, agreements }: ModifyDeps) =>
	/**
	 * @param fact recorded with the differences; null: `onModified` records the change
	 * @param columnsFor returns the columns to set, given the locked organization and the caller's current authority
	 * @param onModified what follows from it; default: what every change of a retention policy entails
	 * @returns the organization as it is now
	 * @throws `not_found` `purged` `state_conflict` `precondition_failed` `forbidden` `compliance_violation` `conflict`, and what `columnsFor` throws
	 */
	async (
		context: RequestContext,
		orgId: string,
		fact: Fact<typeof UpdatedOrganization | typeof OrganizationSummary> | null,
		columnsFor: (row: OrganizationRow, caller: Principal) => WritableColumns,
		onModified: OnModified = noteRetentionChange({}),
	): Promise<OrganizationRow> =>
		unitOfWork.run(context, async (change) => {
			const row = await lockWritableOrganization(change.tx, orgId);
			const next = { ...row, ...columnsFor(row, change.principal) };
			assertIfMatch(context.ifMatch, row.version);
			const differences = differencesBetween(
				toFullOrganization(row, null, aiPolicy),
				toFullOrganization(next, null, aiPolicy),
			);
			assertMaySetMode(change.principal, row, next);
			assertCompliant(row, next, agreements);
			assertMayDecide(row, next);
			// By its own operation, a period or flag that is the default today is stored nevertheless: the default may change.
			const isSame =
				differences.length === 0 &&
				(fact !== null ||
					(Bun.deepEquals(row.retentionPolicy, next.retentionPolicy) &&
						Bun.deepEquals(row.featureFlags, next.featureFlags)));
			if (!isSame) await assertNotTaken(change.tx, row, next);
			const saved = isSame ? row : await saveOrganization(change, row, next);
			await followAllowedDomains(change, orgId, row.allowedDomains, saved.allowedDomains);
			await onModified(change, row, saved);
			noteFlagChange(change, row, saved);
			if (fact !== null && differences.length > 0)
				change.record(orgId, fact, { id: orgId, object: toSummary(saved), changes: differences });
			return saved;
		});

/** Asserts that the new slug and external id are available. @throws `conflict` */
async function assertNotTaken(tx: Db, before: OrganizationRow, after: OrganizationRow): Promise<void> {
	for (const field of ["slug", "externalId"] as const) {
		const value = after[field];
		if (value === null || value === before[field]) continue;
		if (await isTaken(tx, field, value, after.id)) throw valueTaken(field);
	}
}

/**
 * Asserts that the caller may end the compliance mode of an organization, or replace it with another: what one mode
 * demands, the other may not. That is for a person with `org:admin`; an API key, or somebody who may only change
 * settings, can merely switch a mode on.
 * @throws `forbidden`
 */
function assertMaySetMode({ kind, scopes }: Principal, before: OrganizationRow, after: OrganizationRow): void {
	const mode = modeOf(before);
	if (mode === null || modeOf(after) === mode) return;
	if (kind === "service" || !scopes.has("org:admin")) throw modeLocked(mode);
}
