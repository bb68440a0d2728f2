import { operation } from "#http/operation";
import { okResponse, versionedResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { exampleSummary, tag } from "#modules/organizations/organizations";
import { OrganizationWithState, ScheduledDeletion } from "./schemas.ts";

/** Example of an organization suspended by its owner. */
const exampleSuspended: OrganizationWithState = {
	...exampleSummary,
	state: "suspended",
	suspension: {
		blocks: [
			{
				authority: "owner",
				reasonCode: "owner_request",
				reason: "Summer break",
				liveMeetings: "drain",
				createdAt: "2030-06-20T09:30:00.000Z",
				expiresAt: "2030-08-20T09:30:00.000Z",
			},
		],
	},
};

const exampleResumed: OrganizationWithState = { ...exampleSummary, suspension: null };

/** Documentation of the operations on the states of organizations. */
export const documentation = {
	remove: operation({
		id: "deleteOrganization",
		summary: "Delete an organization",
		description:
			"Schedules the deletion in 30 days. Until then the organization can be restored by an authority " +
			"equal to or higher than the one that deleted it. Repeating the request returns the same result. " +
			"Returns 403 `block_not_owned` while the organization has a block that the caller may not lift. A " +
			"system administrator can purge at once with `force=true&confirm=<name>`. An organization with an active legal hold is neither " +
			"deleted nor purged (409 `legal_hold_active`).",
		tag,
		// Not the one somebody works in who tries it.
		examples: { orgId: exampleId("org", 2) },
		responses: {
			202: okResponse("When the organization is purged", ScheduledDeletion, "Deletion scheduled", {
				state: "pending_deletion",
				purgeAt: "2030-01-31T09:30:00.000Z",
			}),
		},
		errors: ["block_not_owned", "legal_hold_active", "precondition_failed", "admin_required", "validation_failed"],
	}),

	restore: operation({
		id: "restoreOrganization",
		summary: "Cancel the deletion",
		description:
			"Requires an authority equal to or higher than the one that deleted the organization: its own " +
			"administrators cannot restore what a system administrator deleted, nor restore it while it has a " +
			"block they may not lift (403 `block_not_owned`).",
		tag,
		examples: { orgId: exampleId("org", 3) },
		responses: {
			200: versionedResponse(
				"The organization, active or suspended as it was before",
				OrganizationWithState,
				"Organization restored",
				exampleResumed,
			),
		},
		errors: ["block_not_owned", "state_conflict", "precondition_failed"],
	}),

	suspend: operation({
		id: "suspendOrganization",
		summary: "Suspend an organization",
		description:
			"Sets a block with the caller's authority: `owner` for the organization's own administrators; " +
			"`billing` (nonpayment), `security` (security, abuse) or `system` for a system administrator. " +
			"Repeating the request updates the block.",
		tag,
		request: { reasonCode: "owner_request", reason: "Summer break", expiresAt: "2030-08-20T09:30:00.000Z" },
		responses: {
			200: versionedResponse(
				"The organization, with all of its blocks",
				OrganizationWithState,
				"Organization suspended",
				exampleSuspended,
			),
		},
		errors: ["state_conflict", "precondition_failed"],
	}),

	resume: operation({
		id: "resumeOrganization",
		summary: "Resume an organization",
		description:
			"Lifts every block the caller may lift: the `owner` block for the organization's own administrators, " +
			"all blocks for system administrators. The organization stays suspended while other blocks remain.",
		tag,
		examples: { orgId: exampleId("org", 2) },
		responses: {
			200: versionedResponse(
				"The organization, with the remaining blocks",
				OrganizationWithState,
				"Organization resumed",
				exampleResumed,
			),
		},
		errors: ["state_conflict", "block_not_owned", "precondition_failed"],
	}),
};
