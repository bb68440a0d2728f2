import type { OrganizationRow } from "#db/schema";
import type { Db } from "#db/store";
import { differencesBetween } from "#kernel/differences";
import { assertIfMatch } from "#kernel/etag";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import type { Fact, UnitOfWork } from "#platform/unit-of-work";
import { valueTaken } from "./errors.ts";
import { lockWritableOrganization } from "./lookup.ts";
import type { WritableColumns } from "./parse.ts";
import { organizationsRepository as repository } from "./repository.ts";
import { saveOrganization } from "./save.ts";
import type { OrganizationSummary, UpdatedOrganization } from "./schemas.ts";
import { toFullOrganization, toSummary } from "./view.ts";

/** See {@link createModify}. */
export type Modify = ReturnType<typeof createModify>;

/**
 * Creates the function that changes members of an organization: any of them by PUT, or one section by PATCH. Nothing is
 * written or recorded when nothing changes.
 */
export const createModify =
	(unitOfWork: UnitOfWork) =>
	/**
	 * @param columnsFor returns the columns to set, given the locked organization and the caller's current authority
	 * @returns the organization as it is now
	 * @throws `not_found` `purged` `state_conflict` `precondition_failed` `conflict`, and what `columnsFor` throws
	 */
	async (
		context: RequestContext,
		orgId: string,
		fact: Fact<typeof UpdatedOrganization | typeof OrganizationSummary>,
		columnsFor: (row: OrganizationRow, caller: Principal) => WritableColumns,
	): Promise<OrganizationRow> =>
		unitOfWork.run(context, async (change) => {
			const row = await lockWritableOrganization(change.tx, orgId);
			const next = { ...row, ...columnsFor(row, change.principal) };
			assertIfMatch(context.ifMatch, row.version);
			const differences = differencesBetween(toFullOrganization(row, null), toFullOrganization(next, null));
			if (differences.length === 0) return row;
			await assertNotTaken(change.tx, row, next);
			const saved = await saveOrganization(change, row, next);
			change.record(orgId, fact, { id: orgId, object: toSummary(saved), changes: differences });
			return saved;
		});

/** Asserts that the new slug and external id are available. @throws `conflict` */
async function assertNotTaken(tx: Db, before: OrganizationRow, after: OrganizationRow): Promise<void> {
	for (const field of ["slug", "externalId"] as const) {
		const value = after[field];
		if (value === null || value === before[field]) continue;
		if (await repository.isTaken(tx, field, value, after.id)) throw valueTaken(field);
	}
}
