import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { respondToChange } from "#http/resource";
import { NoBody, OrganizationParams } from "#http/schemas";
import type { DeletionService } from "./deletion.ts";
import { documentation } from "./documentation.ts";
import { DeleteOrganizationQuery, SuspendRequest } from "./schemas.ts";
import type { SuspensionService } from "./suspension.ts";

/** Dependencies of {@link lifecycleRoutes}. */
export interface LifecycleServices {
	readonly suspension: SuspensionService;
	readonly deletion: DeletionService;
}

/** Creates the routes that suspend, resume, delete and restore organizations. */
export const lifecycleRoutes = ({ suspension, deletion }: LifecycleServices) =>
	new Elysia({ name: "organization-lifecycle" })
		.use(api)

		.delete(
			"/orgs/:orgId",
			async ({ context, params, query, status }) => {
				const deleted = await deletion.remove(context, params.orgId, query);
				return status(202, ok(deleted.state === "deleted" ? "Organization purged" : "Deletion scheduled", deleted));
			},
			{
				requires: "org:admin",
				whileClosed: true,
				params: OrganizationParams,
				query: DeleteOrganizationQuery,
				...documentation.remove,
			},
		)

		.post(
			"/orgs/:orgId/restore",
			async ({ context, params, set }) =>
				respondToChange(set, "Organization restored", await deletion.restore(context, params.orgId)),
			{
				requires: "org:admin",
				whileClosed: true,
				params: OrganizationParams,
				body: NoBody,
				...documentation.restore,
			},
		)

		.post(
			"/orgs/:orgId/suspend",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Organization suspended", await suspension.suspend(context, params.orgId, body)),
			{
				requires: "org:admin",
				whileClosed: true,
				params: OrganizationParams,
				body: SuspendRequest,
				checks: suspension.check,
				...documentation.suspend,
			},
		)

		.post(
			"/orgs/:orgId/resume",
			async ({ context, params, set }) =>
				respondToChange(set, "Organization resumed", await suspension.resume(context, params.orgId)),
			{
				requires: "org:admin",
				whileClosed: true,
				params: OrganizationParams,
				body: NoBody,
				...documentation.resume,
			},
		);
