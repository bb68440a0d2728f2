import { Elysia, status } from "elysia";
import { api } from "#http/api";
import type { Exchange } from "#http/exchange";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { NoBody, OrganizationParams } from "#http/schemas";
import { matchesIfNoneMatch } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import type { CatalogueService } from "./catalogue-service.ts";
import { catalogueDocumentation, documentation, ofrepDocumentation } from "./documentation.ts";
import type { Evaluated, OfrepService } from "./ofrep.ts";
import type { OrganizationFlagsService } from "./organization-service.ts";
import {
	ChangeFlagsQuery,
	CreateFlagRequest,
	EvaluationParams,
	EvaluationRequest,
	FlagParams,
	KillFlagRequest,
	ListFlagsQuery,
	OrganizationFlagsQuery,
	OwnFlagOverrides,
	ReplaceFlagRequest,
} from "./schemas.ts";

export const organizationFlagsRoutes = (service: OrganizationFlagsService) =>
	new Elysia({ name: "feature-flags.organization" })
		.use(api)

		.get(
			"/orgs/:orgId/feature-flags",
			async ({ context, params, query, set }) =>
				respondToGet(context, set, "Feature flags retrieved", await service.get(context, params.orgId, query)),
			{ requires: "org:write", params: OrganizationParams, query: OrganizationFlagsQuery, ...documentation.get },
		)

		.put(
			"/orgs/:orgId/feature-flags",
			async ({ context, params, query, body, set }) =>
				respondToChange(set, "Feature flags set", await service.put(context, params.orgId, body, query)),
			{
				requires: "org:write",
				params: OrganizationParams,
				query: ChangeFlagsQuery,
				body: OwnFlagOverrides,
				...documentation.put,
			},
		);

/** Creates the routes of the catalogue of flags. */
export const catalogueRoutes = (service: CatalogueService) =>
	new Elysia({ name: "feature-flags.catalogue" })
		.use(api)

		.get(
			"/configurations/feature-flags",
			async ({ context, query, set }) =>
				respondWithPage(context, set, "Feature flags retrieved", await service.list(context, query)),
			{ requires: "session", query: ListFlagsQuery, ...catalogueDocumentation.list },
		)

		.post(
			"/configurations/feature-flags",
			async ({ context, body, set }) => {
				const created = await service.create(context, body);
				return respondToCreate(context, set, created.data.key, "Feature flag created", created);
			},
			{
				requires: "org:admin",
				system: true,
				body: CreateFlagRequest,
				checks: service.check,
				...catalogueDocumentation.create,
			},
		)

		.get(
			"/configurations/feature-flags/:key",
			async ({ context, params, query, set }) =>
				respondToGet(context, set, "Feature flag retrieved", await service.get(context, params.key, query.fields)),
			{ requires: "session", params: FlagParams, query: FieldsQuery, ...catalogueDocumentation.get },
		)

		.put(
			"/configurations/feature-flags/:key",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Feature flag replaced", await service.replace(context, params.key, body)),
			{
				requires: "org:admin",
				system: true,
				params: FlagParams,
				body: ReplaceFlagRequest,
				checks: service.check,
				...catalogueDocumentation.replace,
			},
		)

		.delete(
			"/configurations/feature-flags/:key",
			async ({ context, params, status }) => {
				await service.remove(context, params.key);
				return status(204, undefined);
			},
			{ requires: "org:admin", system: true, params: FlagParams, ...catalogueDocumentation.remove },
		)

		.post(
			"/configurations/feature-flags/:key/kill",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Feature flag killed", await service.kill(context, params.key, body)),
			{
				requires: "org:admin",
				system: true,
				params: FlagParams,
				body: KillFlagRequest,
				checks: service.checkKill,
				...catalogueDocumentation.kill,
			},
		)

		.post(
			"/configurations/feature-flags/:key/revive",
			async ({ context, params, set }) =>
				respondToChange(set, "Feature flag revived", await service.revive(context, params.key)),
			{ requires: "org:admin", system: true, params: FlagParams, body: NoBody, ...catalogueDocumentation.revive },
		);

/** Creates the routes by which clients of OpenFeature evaluate flags. */
export const ofrepRoutes = (service: OfrepService) =>
	new Elysia({ name: "feature-flags.ofrep" })
		.use(api)

		.post(
			"/ofrep/v1/evaluate/flags",
			async ({ context, body, set }) => respond(context, set, await service.all(context, body)),
			{ requires: "org:read", isOfrep: true, readsOnly: true, body: EvaluationRequest, ...ofrepDocumentation.all },
		)

		.post(
			"/ofrep/v1/evaluate/flags/:key",
			async ({ context, params, body, set }) => respond(context, set, await service.one(context, params.key, body)),
			{
				requires: "org:read",
				isOfrep: true,
				readsOnly: true,
				params: EvaluationParams,
				body: EvaluationRequest,
				...ofrepDocumentation.one,
			},
		);

interface ResponseSettings {
	headers: Record<string, string | number>;
}

/** Responds with a result without an envelope; 304 if the client has it already, as OFREP has it for its POST requests. */
function respond<T>(context: RequestContext, set: ResponseSettings, { data, etag }: Evaluated<T>) {
	set.headers.etag = etag;
	const known = (context as Exchange).request.headers.get("if-none-match");
	return known !== null && matchesIfNoneMatch(known, etag) ? status(304, undefined) : data;
}
