import { Elysia } from "elysia";
import { api } from "#http/api";
import { parsedBy } from "#http/checks";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { NoBody, OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import {
	ApiKeyParams,
	CreateApiKeyRequest,
	ListApiKeysQuery,
	RotateApiKeyRequest,
	UpdateApiKeyRequest,
} from "./schemas.ts";
import type { ApiKeysService } from "./service.ts";

export const apiKeysRoutes = (service: ApiKeysService) =>
	new Elysia({ name: "api-keys" })
		.use(api)

		.get(
			"/orgs/:orgId/api-keys",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "API keys retrieved", await service.list(context, params.orgId, query)),
			{ requires: "apikey:admin", params: OrganizationParams, query: ListApiKeysQuery, ...documentation.list },
		)

		.post(
			"/orgs/:orgId/api-keys",
			async ({ context, params, body, set }) => {
				const data = await service.create(context, params.orgId, body);
				return respondToCreate(context, set, data.id, "API key created", { data, version: 1 });
			},
			{
				requires: "apikey:admin",
				params: OrganizationParams,
				body: CreateApiKeyRequest,
				checks: parsedBy(service.parse),
				...documentation.create,
			},
		)

		.get(
			"/orgs/:orgId/api-keys/:keyId",
			async ({ context, params, query, set }) =>
				respondToGet(
					context,
					set,
					"API key retrieved",
					await service.get(context, params.orgId, params.keyId, query.fields),
				),
			{ requires: "apikey:admin", params: ApiKeyParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			"/orgs/:orgId/api-keys/:keyId",
			async ({ context, params, body, set }) =>
				respondToChange(set, "API key updated", await service.update(context, params.orgId, params.keyId, body)),
			{
				requires: "apikey:admin",
				params: ApiKeyParams,
				body: UpdateApiKeyRequest,
				checks: parsedBy(service.parse),
				...documentation.update,
			},
		)

		.post(
			"/orgs/:orgId/api-keys/:keyId/rotate",
			async ({ context, params, body, set }) =>
				respondToChange(set, "API key rotated", await service.rotate(context, params.orgId, params.keyId, body)),
			{ requires: "apikey:admin", params: ApiKeyParams, body: RotateApiKeyRequest, ...documentation.rotate },
		)

		.post(
			"/orgs/:orgId/api-keys/:keyId/adopt",
			async ({ context, params, set }) =>
				respondToChange(set, "API key adopted", await service.adopt(context, params.orgId, params.keyId)),
			{ requires: "apikey:admin", params: ApiKeyParams, body: NoBody, ...documentation.adopt },
		)

		.delete(
			"/orgs/:orgId/api-keys/:keyId",
			async ({ context, params, status }) => {
				await service.revoke(context, params.orgId, params.keyId);
				return status(204, undefined);
			},
			{ requires: "apikey:admin", params: ApiKeyParams, ...documentation.revoke },
		);
