import { Elysia } from "elysia";
import { api } from "#http/api";
import { tag } from "#http/conditional";
import { Envelope, ok } from "#http/envelope";
import { operation } from "#http/operation";
import type { DeletionService } from "./deletion.ts";
import { exampleResumed, exampleSuspended } from "./examples.ts";
import {
	DeleteOrganizationQuery,
	OrganizationParams,
	OrganizationWithState,
	ScheduledDeletion,
	SuspendRequest,
} from "./schemas.ts";
import type { SuspensionService } from "./suspension.ts";

const TAG = "Organizations";
const ETAG = { ETag: "The version, for If-Match." };

/** The operations that change the state of an organization; its own administrators may use them on it. */
export const lifecycleRoutes = ({ suspension, deletion }: { suspension: SuspensionService; deletion: DeletionService }) =>
	new Elysia({ name: "organizations.lifecycle" })
		.use(api)

		.delete(
			"/orgs/:orgId",
			async ({ call, params, query, status }) =>
				status(202, ok("Organization scheduled for deletion", await deletion.remove(call, params.orgId, query))),
			{
				requires: "org:admin",
				whileSuspended: true,
				params: OrganizationParams,
				query: DeleteOrganizationQuery,
				...operation({
					id: "deleteOrganization",
					summary: "Delete an organization",
					description:
						"Schedules the deletion for in 30 days; until then it can be restored. Asked again, it answers the same. " +
						"`force=true&confirm=<name>` by a system administrator purges at once.",
					tag: TAG,
					answers: {
						202: {
							description: "When the organization is purged",
							schema: Envelope(ScheduledDeletion),
							example: ok("Organization scheduled for deletion", {
								state: "pending_deletion",
								purgeAt: "2030-01-31T09:30:00.000Z",
							}),
						},
					},
					errors: ["not_found", "purged", "precondition_failed", "admin_required", "validation_failed"],
				}),
			},
		)

		.post(
			"/orgs/:orgId/restore",
			async ({ call, params, set }) => {
				const { data, version } = await deletion.restore(call, params.orgId);
				tag(set, version);
				return ok("Organization restored", data);
			},
			{
				requires: "org:admin",
				whileSuspended: true,
				params: OrganizationParams,
				...operation({
					id: "restoreOrganization",
					summary: "Call a deletion off",
					tag: TAG,
					answers: {
						200: {
							description: "The organization, active or suspended as before",
							schema: Envelope(OrganizationWithState),
							example: ok("Organization restored", exampleResumed),
							headers: ETAG,
						},
					},
					errors: ["not_found", "purged", "state_conflict", "precondition_failed"],
				}),
			},
		)

		.post(
			"/orgs/:orgId/suspend",
			async ({ call, params, body, set }) => {
				const { data, version } = await suspension.suspend(call, params.orgId, body);
				tag(set, version);
				return ok("Organization suspended", data);
			},
			{
				requires: "org:admin",
				whileSuspended: true,
				params: OrganizationParams,
				body: SuspendRequest,
				...operation({
					id: "suspendOrganization",
					summary: "Suspend an organization",
					description:
						"Sets a block in the caller's authority: `owner` for the organization's own administrators; for a system administrator " +
						"`billing` (nonpayment), `security` (security, abuse) or `system`. Again, it changes the terms of that block.",
					tag: TAG,
					request: { reasonCode: "owner_request", reason: "Summer break", expiresAt: "2030-08-20T09:30:00.000Z" },
					answers: {
						200: {
							description: "The organization with everything that suspends it",
							schema: Envelope(OrganizationWithState),
							example: ok("Organization suspended", exampleSuspended),
							headers: ETAG,
						},
					},
					errors: ["not_found", "purged", "state_conflict", "precondition_failed"],
				}),
			},
		)

		.post(
			"/orgs/:orgId/resume",
			async ({ call, params, set }) => {
				const { data, version } = await suspension.resume(call, params.orgId);
				tag(set, version);
				return ok("Organization resumed", data);
			},
			{
				requires: "org:admin",
				whileSuspended: true,
				params: OrganizationParams,
				...operation({
					id: "resumeOrganization",
					summary: "Resume an organization",
					description:
						"Lifts every block the caller may lift: the organization's own administrators the `owner` block, system administrators any. " +
						"It stays suspended while others remain.",
					tag: TAG,
					answers: {
						200: {
							description: "The organization, with what still suspends it",
							schema: Envelope(OrganizationWithState),
							example: ok("Organization resumed", exampleResumed),
							headers: ETAG,
						},
					},
					errors: ["not_found", "purged", "state_conflict", "block_not_owned", "precondition_failed"],
				}),
			},
		);
