import { Elysia } from "elysia";
import { api } from "#http/api";
import { isNotModified, tag } from "#http/conditional";
import { ok, okPage } from "#http/envelope";
import { nextLink } from "#http/link";
import type { DeletionService } from "./deletion.ts";
import { documentation } from "./documentation.ts";
import {
	CreateOrganizationRequest,
	DeleteOrganizationQuery,
	GetOrganizationQuery,
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
			async ({ context, body, set, status }) => {
				const created = await organizations.create(context, body);
				set.headers.location = `${publicUrl}/orgs/${created.id}`;
				tag(set, 1);
				return status(201, ok("Organization created", created));
			},
			{ requires: "org:admin", system: true, body: CreateOrganizationRequest, ...documentation.create },
		)

		.get(
			"/orgs",
			async ({ query, set }) => {
				const list = await organizations.list(query);
				const link = nextLink(`${publicUrl}/orgs`, query, list.page.nextCursor);
				if (link !== null) set.headers.link = link;
				return okPage("Organizations retrieved", list);
			},
			{ requires: "org:read", system: true, query: ListOrganizationsQuery, ...documentation.list },
		)

		.get(
			"/orgs/:orgId",
			async ({ context, params, query, set, status }) => {
				const { data, version } = await organizations.get(params.orgId, query.fields);
				if (isNotModified(context, set, version, query.fields)) return status(304, undefined);
				return ok("Organization retrieved", data);
			},
			{
				requires: "org:read",
				whileClosed: true,
				params: OrganizationParams,
				query: GetOrganizationQuery,
				...documentation.get,
			},
		)

		.put(
			"/orgs/:orgId",
			async ({ context, params, body, set }) => {
				const { data, version } = await organizations.update(context, params.orgId, body);
				tag(set, version);
				return ok("Organization updated", data);
			},
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
			async ({ context, params, query, set, status }) => {
				const { data, version } = await organizations.getSettings(params.orgId, query.fields);
				if (isNotModified(context, set, version, query.fields)) return status(304, undefined);
				return ok("Settings retrieved", data);
			},
			{ requires: "org:read", params: OrganizationParams, query: GetOrganizationQuery, ...documentation.getSettings },
		)

		.patch(
			"/orgs/:orgId/settings",
			async ({ context, params, body, set }) => {
				const { data, version } = await organizations.patchSettings(context, params.orgId, body);
				tag(set, version);
				return ok("Settings updated", data);
			},
			{ requires: "org:write", params: OrganizationParams, body: SettingsPatch, ...documentation.patchSettings },
		)

		.post(
			"/orgs/:orgId/restore",
			async ({ context, params, set }) => {
				const { data, version } = await deletion.restore(context, params.orgId);
				tag(set, version);
				return ok("Organization restored", data);
			},
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
			async ({ context, params, body, set }) => {
				const { data, version } = await suspension.suspend(context, params.orgId, body);
				tag(set, version);
				return ok("Organization suspended", data);
			},
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
			async ({ context, params, set }) => {
				const { data, version } = await suspension.resume(context, params.orgId);
				tag(set, version);
				return ok("Organization resumed", data);
			},
			{
				requires: "org:admin",
				whileClosed: true,
				params: OrganizationParams,
				body: NoBody,
				...documentation.resume,
			},
		);
