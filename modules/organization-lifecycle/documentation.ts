import { operation } from "#http/operation";
import { okResponse, versionedResponse } from "#http/resource";
import { tag } from "#modules/organizations";
import { exampleResumed, exampleSuspended } from "./examples.ts";
import { OrganizationWithState, ScheduledDeletion } from "./schemas.ts";

/** Documentation of the operations on the states of organizations. */
export const documentation = {
	remove: operation({
		id: "deleteOrganization",
		summary: "Delete an organization",
		description:
			"Schedules the deletion for in 30 days; until then it can be restored, by an equal or higher authority than the one that asked. " +
			"Asked again, it answers the same. While a block is on the organization that the caller may not lift, 403 `block_not_owned`. " +
			"`force=true&confirm=<name>` by a system administrator purges at once.",
		tag,
		responses: {
			202: okResponse("When the organization is purged", ScheduledDeletion, "Deletion scheduled", {
				state: "pending_deletion",
				purgeAt: "2030-01-31T09:30:00.000Z",
			}),
		},
		errors: ["block_not_owned", "precondition_failed", "admin_required", "validation_failed"],
	}),

	restore: operation({
		id: "restoreOrganization",
		summary: "Call a deletion off",
		description:
			"By an equal or higher authority than the one that deleted: an organization does not restore what a system administrator " +
			"deleted, nor itself while a block is on it that it may not lift (403 `block_not_owned`).",
		tag,
		responses: {
			200: versionedResponse(
				"The organization, active or suspended as before",
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
			"Sets a block in the caller's authority: `owner` for the organization's own administrators; for a system administrator " +
			"`billing` (nonpayment), `security` (security, abuse) or `system`. Again, it changes the terms of that block.",
		tag,
		request: { reasonCode: "owner_request", reason: "Summer break", expiresAt: "2030-08-20T09:30:00.000Z" },
		responses: {
			200: versionedResponse(
				"The organization with everything that suspends it",
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
			"Lifts every block the caller may lift: the organization's own administrators the `owner` block, system administrators " +
			"any. It stays suspended while others remain.",
		tag,
		responses: {
			200: versionedResponse(
				"The organization, with what still suspends it",
				OrganizationWithState,
				"Organization resumed",
				exampleResumed,
			),
		},
		errors: ["state_conflict", "block_not_owned", "precondition_failed"],
	}),
};
