import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok, okPage } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import {
	AllowDomainsRequest,
	DisallowDomainsQuery,
	DisallowDomainsRequest,
	DiscoverRequest,
	DomainParams,
	JoinOrganizationRequest,
	ListDomainsQuery,
	UpdateDomainRequest,
	VerifyDomainRequest,
} from "./schemas.ts";
import type { DomainsService } from "./service.ts";
import type { Suggestions } from "./suggestions.ts";
import type { Verification } from "./verification.ts";

/** Creates the routes of the domains of an organization. */
export const domainsRoutes = (service: DomainsService, verification: Verification) =>
	new Elysia({ name: "domains" })
		.use(api)

		.get(
			"/orgs/:orgId/domains",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Domains retrieved", await service.list(context, params.orgId, query)),
			{ requires: "org:read", params: OrganizationParams, query: ListDomainsQuery, ...documentation.list },
		)

		.post(
			"/orgs/:orgId/domains",
			async ({ context, params, body, set }) => {
				const { place, ...allowed } = await service.allow(context, params.orgId, body);
				return respondToCreate(context, set, place, "Domains allowed", allowed);
			},
			{ requires: "org:write", params: OrganizationParams, body: AllowDomainsRequest, ...documentation.allow },
		)

		.delete(
			"/orgs/:orgId/domains",
			async ({ context, params, query, body, status }) => {
				await service.disallow(context, params.orgId, query, body);
				return status(204, undefined);
			},
			{
				requires: "org:write",
				params: OrganizationParams,
				query: DisallowDomainsQuery,
				body: DisallowDomainsRequest,
				checks: service.checkDisallowed,
				...documentation.disallow,
			},
		)

		.get(
			"/orgs/:orgId/domains/:domain",
			async ({ context, params, query, set }) =>
				respondToGet(
					context,
					set,
					"Domain retrieved",
					await service.get(context, params.orgId, params.domain, query.fields),
				),
			{ requires: "org:read", params: DomainParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			"/orgs/:orgId/domains/:domain",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Domain updated", await service.update(context, params.orgId, params.domain, body)),
			{ requires: "org:write", params: DomainParams, body: UpdateDomainRequest, ...documentation.update },
		)

		.post(
			"/orgs/:orgId/domains/:domain/verify",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Domain verified", await verification.verify(context, params.orgId, params.domain, body)),
			{ requires: "org:write", params: DomainParams, body: VerifyDomainRequest, ...documentation.verify },
		);

/** Creates the routes by which people find and join the organization of their domain. */
export const suggestionsRoutes = (suggestions: Suggestions) =>
	new Elysia({ name: "suggested-organizations", prefix: "/auth" })
		.use(api)

		.post("/discovery", async ({ body }) => ok("Discovery", await suggestions.discover(body.email)), {
			open: "users need to know where to sign in, and it returns only what an organization publishes",
			body: DiscoverRequest,
			ignoresKey: "question",
			...documentation.discover,
		})

		.get(
			"/suggested-organizations",
			async ({ context, query }) =>
				okPage("Suggested organizations retrieved", await suggestions.list(context, query.fields)),
			{ requires: "session", whileClosed: true, query: FieldsQuery, ...documentation.suggested },
		)

		.post(
			"/suggested-organizations",
			async ({ context, body }) => ok("Organization joined or asked", await suggestions.join(context, body)),
			{ requires: "session", whileClosed: true, body: JoinOrganizationRequest, ...documentation.join },
		);
