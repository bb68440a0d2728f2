import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { api } from "#http/api";
import { isNotModified, tag } from "#http/conditional";
import { Envelope, ListEnvelope, ok, okPage } from "#http/envelope";
import { nextLink } from "#http/link";
import { operation } from "#http/operation";
import type { DeletionService } from "./deletion.ts";
import {
	exampleCreateRequest,
	exampleOrganization,
	exampleSummary,
} from "./examples.ts";
import { lifecycleRoutes } from "./lifecycle.routes.ts";
import {
	CreatedOrganization,
	CreateOrganizationRequest,
	GetOrganizationQuery,
	ListOrganizationsQuery,
	Organization,
	OrganizationParams,
	OrganizationSelection,
	OrganizationSettings,
	OrganizationSummary,
	SettingsPatch,
	SettingsSelection,
	UpdateOrganizationRequest,
} from "./schemas.ts";
import type { OrganizationsService } from "./service.ts";
import type { SuspensionService } from "./suspension.ts";

const TAG = "Organizations";
const ETAG = { ETag: "The version, for If-Match and If-None-Match." };
const NOT_MODIFIED = { description: "The client has this version already", schema: Type.Void() };

export interface OrganizationServices {
	readonly organizations: OrganizationsService;
	readonly suspension: SuspensionService;
	readonly deletion: DeletionService;
}

/** @param publicUrl `PUBLIC_URL` without a final slash */
export const organizationsRoutes = (services: OrganizationServices, publicUrl: string) => {
	const service = services.organizations;
	return new Elysia({ name: "organizations" })
		.use(api)
		.use(lifecycleRoutes(services))

		.post(
			"/orgs",
			async ({ call, body, set, status }) => {
				const created = await service.create(call, body);
				set.headers["location"] = `${publicUrl}/orgs/${created.id}`;
				tag(set, 1);
				return status(201, ok("Organization created", created));
			},
			{
				requires: "org:admin",
				system: true,
				body: CreateOrganizationRequest,
				...operation({
					id: "createOrganization",
					summary: "Create an organization",
					description:
						"For system administrators. What is left out has the default of its kind of tenant. `ownerEmail` invites the owner; " +
						"without a mail transport the answer holds the link to pass on, once.",
					tag: TAG,
					request: exampleCreateRequest,
					answers: {
						201: {
							description: "The organization",
							schema: Envelope(CreatedOrganization),
							example: ok("Organization created", exampleSummary),
							headers: { Location: "URL of the organization.", ...ETAG },
						},
					},
					errors: ["conflict", "unknown_flag"],
				}),
			},
		)

		.get(
			"/orgs",
			async ({ query, set }) => {
				const list = await service.list(query);
				const link = nextLink(`${publicUrl}/orgs`, query, list.page.nextCursor);
				if (link !== null) set.headers["link"] = link;
				return okPage("Organizations retrieved", list);
			},
			{
				requires: "org:read",
				system: true,
				query: ListOrganizationsQuery,
				...operation({
					id: "listOrganizations",
					summary: "List organizations",
					description: "For system administrators. Purged organizations are listed only with `state=deleted`.",
					tag: TAG,
					answers: {
						200: {
							description: "A page of organizations",
							schema: ListEnvelope(Type.Union([OrganizationSummary, OrganizationSelection])),
							example: okPage("Organizations retrieved", {
								items: [exampleSummary],
								page: { limit: 50, nextCursor: null, hasMore: false },
							}),
							headers: { Link: 'The next page, `rel="next"`; absent on the last.' },
						},
					},
					errors: ["invalid_cursor", "invalid_fields"],
				}),
			},
		)

		.get(
			"/orgs/:orgId",
			async ({ call, params, query, set, status }) => {
				const { data, version } = await service.get(params.orgId, query.fields);
				if (isNotModified(call, set, version, query.fields)) return status(304, undefined);
				return ok("Organization retrieved", data);
			},
			{
				requires: "org:read",
				whileSuspended: true,
				params: OrganizationParams,
				query: GetOrganizationQuery,
				...operation({
					id: "getOrganization",
					summary: "Get an organization",
					description:
						"Answers the seven members of the resource, with everything in effect. `fields` chooses among them and " +
						"`id, slug, externalId, state, suspension, metadata, version, createdAt, updatedAt, purgeAt`.",
					tag: TAG,
					answers: {
						200: {
							description: "The organization",
							schema: Envelope(Type.Union([Organization, OrganizationSelection])),
							example: ok("Organization retrieved", exampleOrganization),
							headers: ETAG,
						},
						304: NOT_MODIFIED,
					},
					errors: ["not_found", "purged", "invalid_fields"],
				}),
			},
		)

		.put(
			"/orgs/:orgId",
			async ({ call, params, body, set }) => {
				const { data, version } = await service.update(call, params.orgId, body);
				tag(set, version);
				return ok("Organization updated", data);
			},
			{
				requires: "org:write",
				params: OrganizationParams,
				body: UpdateOrganizationRequest,
				...operation({
					id: "updateOrganization",
					summary: "Update an organization",
					description:
						"Replaces every member that is sent, wholesale, and leaves the others alone: settings that are sent without a " +
						"timezone have the default one. `billingAccountId` is changed by system administrators only; null means the organization's own.",
					tag: TAG,
					request: { name: exampleOrganization.name, allowedDomains: exampleOrganization.allowedDomains },
					answers: {
						200: {
							description: "The organization",
							schema: Envelope(Organization),
							example: ok("Organization updated", exampleOrganization),
							headers: ETAG,
						},
					},
					errors: ["not_found", "purged", "state_conflict", "conflict", "precondition_failed", "admin_required", "unknown_flag"],
				}),
			},
		)

		.get(
			"/orgs/:orgId/settings",
			async ({ call, params, query, set, status }) => {
				const { data, version } = await service.getSettings(params.orgId, query.fields);
				if (isNotModified(call, set, version, query.fields)) return status(304, undefined);
				return ok("Settings retrieved", data);
			},
			{
				requires: "org:read",
				params: OrganizationParams,
				query: GetOrganizationQuery,
				...operation({
					id: "getOrganizationSettings",
					summary: "Get the settings of an organization",
					tag: TAG,
					answers: {
						200: {
							description: "The settings in effect",
							schema: Envelope(Type.Union([OrganizationSettings, SettingsSelection])),
							example: ok("Settings retrieved", exampleOrganization.settings),
							headers: ETAG,
						},
						304: NOT_MODIFIED,
					},
					errors: ["not_found", "purged", "invalid_fields"],
				}),
			},
		)

		.patch(
			"/orgs/:orgId/settings",
			async ({ call, params, body, set }) => {
				const { data, version } = await service.patchSettings(call, params.orgId, body);
				tag(set, version);
				return ok("Settings updated", data);
			},
			{
				requires: "org:write",
				params: OrganizationParams,
				body: SettingsPatch,
				...operation({
					id: "updateOrganizationSettings",
					summary: "Change settings of an organization",
					description: "A JSON merge patch (RFC 7396). null removes an override: the answer shows the default that holds again.",
					tag: TAG,
					request: { timezone: "Europe/Paris", aiSummaries: null },
					answers: {
						200: {
							description: "The settings in effect",
							schema: Envelope(OrganizationSettings),
							example: ok("Settings updated", exampleOrganization.settings),
							headers: ETAG,
						},
					},
					errors: ["not_found", "purged", "state_conflict", "precondition_failed"],
				}),
			},
		);
};
