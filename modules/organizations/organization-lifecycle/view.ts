import type { OrganizationBlockRow, OrganizationRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { type Suspension, toSummary } from "#modules/organizations/organizations";
import type { SuspensionReason } from "#modules/tenancy/organization-records";
import type { OrganizationWithState } from "./schemas.ts";

/** Converts blocks, of which there is at least one, to a suspension. */
export const suspensionWith = (blocks: readonly OrganizationBlockRow[]): Suspension => ({
	blocks: blocks.map((block) => ({
		authority: block.authority,
		reasonCode: block.reasonCode as SuspensionReason,
		reason: block.reason,
		liveMeetings: block.liveMeetings,
		createdAt: rfc3339(block.createdAtMs),
		expiresAt: block.expiresAtMs === null ? null : rfc3339(block.expiresAtMs),
	})),
});

/** Converts blocks to a suspension; null without any. */
export const toSuspension = (blocks: readonly OrganizationBlockRow[]): Suspension | null =>
	blocks.length === 0 ? null : suspensionWith(blocks);

/** Converts an organization and its blocks to the result of a change of state. */
export const toOrganizationWithState = (
	row: OrganizationRow,
	blocks: readonly OrganizationBlockRow[],
): OrganizationWithState => ({ ...toSummary(row), suspension: toSuspension(blocks) });
