import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { answerPage } from "#http/list";
import { answerCreated, answerRead, answerVersioned } from "#http/resource";
import type { DeletionService } from "./deletion.ts";
import { documentation } from "./documentation.ts";
import {
	CreateOrganizationRequest,
	DeleteOrganizationQuery,
	ListOrganizationsQuery,
	NoBody,
	OrganizationParams,
	SettingsPatch,
	SuspendRequest,
	UpdateOrganizationRequest,
} from "./schemas.ts";
import type { OrganizationsService } from "./service.ts";
import type { SuspensionService } from "./suspension.ts";

/** What the routes of organizations call. */
export interface OrganizationServices {
	readonly organizations: OrganizationsService;
	readonly suspension: SuspensionService;
	readonly deletion: DeletionService;
}

/** Organizations and their states. @param publicUrl `PUBLIC_URL` without a final slash */
export const organizationsRoutes = ({ organizations, suspension, deletion }: OrganizationServices, publicUrl: string) =>
	new Elysia({ name: "organizations" })
		.use(api)

		.post(
			"/orgs",
			async ({ context, body, set }) => {
				const data = await organizations.create(context, body);
				return answerCreated(set, `${publicUrl}/orgs/${data.id}`, "Organization created", { data, version: 1 });
			},
			{ requires: "org:admin", system: true, body: CreateOrganizationRequest, ...documentation.create },
		)

		.get(
			"/orgs",
			async ({ query, set }) =>
				answerPage(set, `${publicUrl}/orgs`, query, "Organizations retrieved", await organizations.list(query)),
			{ requires: "org:read", system: true, query: ListOrganizationsQuery, ...documentation.list },
		)

		.get(
			"/orgs/:orgId",
			async ({ context, params, query, set }) =>
				answerRead(context, set, "Organization retrieved", await organizations.get(params.orgId, query.fields)),
			{
				requires: "org:read",
				whileClosed: true,
				params: OrganizationParams,
				query: FieldsQuery,
				...documentation.get,
			},
		)

		.put(
			"/orgs/:orgId",
			async ({ context, params, body, set }) =>
				answerVersioned(set, "Organization updated", await organizations.update(context, params.orgId, body)),
			{ requires: "org:write", params: OrganizationParams, body: UpdateOrganizationRequest, ...documentation.update },
		)

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

		.get(
			"/orgs/:orgId/settings",
			async ({ context, params, query, set }) =>
				answerRead(context, set, "Settings retrieved", await organizations.getSettings(params.orgId, query.fields)),
			{ requires: "org:read", params: OrganizationParams, query: FieldsQuery, ...documentation.getSettings },
		)

		.patch(
			"/orgs/:orgId/settings",
			async ({ context, params, body, set }) =>
				answerVersioned(set, "Settings updated", await organizations.patchSettings(context, params.orgId, body)),
			{ requires: "org:write", params: OrganizationParams, body: SettingsPatch, ...documentation.patchSettings },
		)

		.post(
			"/orgs/:orgId/restore",
			async ({ context, params, set }) =>
				answerVersioned(set, "Organization restored", await deletion.restore(context, params.orgId)),
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
				answerVersioned(set, "Organization suspended", await suspension.suspend(context, params.orgId, body)),
			{
				requires: "org:admin",
				whileClosed: true,
				params: OrganizationParams,
				body: SuspendRequest,
				...documentation.suspend,
			},
		)

		.post(
			"/orgs/:orgId/resume",
			async ({ context, params, set }) =>
				answerVersioned(set, "Organization resumed", await suspension.resume(context, params.orgId)),
			{
				requires: "org:admin",
				whileClosed: true,
				params: OrganizationParams,
				body: NoBody,
				...documentation.resume,
			},
		);
