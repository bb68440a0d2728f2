import { Elysia } from "elysia";
import { api } from "#http/api";
import { isNotModified, tag } from "#http/conditional";
import { ok, okPage } from "#http/envelope";
import { nextLink } from "#http/link";
import { documentation } from "./documentation.ts";
import {
	ApiKeyParams,
	ApiKeysParams,
	CreateApiKeyRequest,
	GetApiKeyQuery,
	ListApiKeysQuery,
	NoBody,
	RotateApiKeyRequest,
	UpdateApiKeyRequest,
} from "./schemas.ts";
import type { ApiKeysService } from "./service.ts";

/** The API keys of an organization. @param publicUrl `PUBLIC_URL` without a final slash */
export const apiKeysRoutes = (service: ApiKeysService, publicUrl: string) =>
	new Elysia({ name: "api-keys" })
		.use(api)

		.get(
			"/orgs/:orgId/api-keys",
			async ({ params, query, set }) => {
				const list = await service.list(params.orgId, query);
				const link = nextLink(`${publicUrl}/orgs/${params.orgId}/api-keys`, query, list.page.nextCursor);
				if (link !== null) set.headers.link = link;
				return okPage("API keys retrieved", list);
			},
			{ requires: "apikey:admin", params: ApiKeysParams, query: ListApiKeysQuery, ...documentation.list },
		)

		.post(
			"/orgs/:orgId/api-keys",
			async ({ context, params, body, set, status }) => {
				const issued = await service.create(context, params.orgId, body);
				set.headers.location = `${publicUrl}/orgs/${params.orgId}/api-keys/${issued.id}`;
				tag(set, 1);
				return status(201, ok("API key created", issued));
			},
			{ requires: "apikey:admin", params: ApiKeysParams, body: CreateApiKeyRequest, ...documentation.create },
		)

		.get(
			"/orgs/:orgId/api-keys/:keyId",
			async ({ context, params, query, set, status }) => {
				const { data, version, variant } = await service.get(params.orgId, params.keyId, query.fields);
				if (isNotModified(context, set, version, variant)) return status(304, undefined);
				return ok("API key retrieved", data);
			},
			{ requires: "apikey:admin", params: ApiKeyParams, query: GetApiKeyQuery, ...documentation.get },
		)

		.patch(
			"/orgs/:orgId/api-keys/:keyId",
			async ({ context, params, body, set }) => {
				const { data, version } = await service.update(context, params.orgId, params.keyId, body);
				tag(set, version);
				return ok("API key updated", data);
			},
			{ requires: "apikey:admin", params: ApiKeyParams, body: UpdateApiKeyRequest, ...documentation.update },
		)

		.post(
			"/orgs/:orgId/api-keys/:keyId/rotate",
			async ({ context, params, body, set }) => {
				const { data, version } = await service.rotate(context, params.orgId, params.keyId, body);
				tag(set, version);
				return ok("API key rotated", data);
			},
			{ requires: "apikey:admin", params: ApiKeyParams, body: RotateApiKeyRequest, ...documentation.rotate },
		)

		.post(
			"/orgs/:orgId/api-keys/:keyId/adopt",
			async ({ context, params, set }) => {
				const { data, version } = await service.adopt(context, params.orgId, params.keyId);
				tag(set, version);
				return ok("API key adopted", data);
			},
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
