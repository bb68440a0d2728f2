import { Elysia } from "elysia";
import { api } from "#http/api";
import { parsedBy } from "#http/checks";
import { readContent } from "#http/content";
import { respondWithDownload } from "#http/download";
import { FieldsQuery } from "#http/fields";
import { respondToChange, respondToGet } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { documentation, LOGO } from "./documentation.ts";
import { LogoParams, UpdateBrandingRequest } from "./schemas.ts";
import type { BrandingService } from "./service.ts";

/** For a day: an address never gets another logo, but it is to end with its own. */
const A_DAY = "public, max-age=86400, immutable";

/** Operations on how organizations look. */
export const brandingRoutes = (service: BrandingService) =>
	new Elysia({ name: "branding" })
		.use(api)

		.get(
			"/orgs/:orgId/branding",
			async ({ context, params, query, set }) =>
				respondToGet(context, set, "Branding retrieved", await service.get(context, params.orgId, query.fields)),
			{ requires: "org:read", params: OrganizationParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			"/orgs/:orgId/branding",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Branding updated", await service.update(context, params.orgId, body)),
			{
				requires: "org:write",
				params: OrganizationParams,
				body: UpdateBrandingRequest,
				checks: parsedBy(service.parse),
				...documentation.update,
			},
		)

		.put(
			"/orgs/:orgId/branding/logo",
			async ({ context, params, request, set }) => {
				const file = await readContent(request, LOGO);
				return respondToChange(set, "Logo set", await service.setLogo(context, params.orgId, file));
			},
			{ requires: "org:write", takes: LOGO, params: OrganizationParams, ...documentation.setLogo },
		)

		.delete(
			"/orgs/:orgId/branding/logo",
			async ({ context, params, status }) => {
				await service.removeLogo(context, params.orgId);
				return status(204, undefined);
			},
			{ requires: "org:write", params: OrganizationParams, ...documentation.removeLogo },
		)

		.get(
			"/logos/:logo",
			async ({ context, params, set }) => {
				const { sizeBytes, sha256, stream } = await service.openLogo(params.logo);
				set.headers["cache-control"] = A_DAY;
				return respondWithDownload(context, set, {
					sizeBytes,
					contentType: "image/png",
					etag: `"${sha256}"`,
					filename: "logo.png",
					stream,
				});
			},
			{
				open: "browsers and mail programs send no token; the address is secret",
				params: LogoParams,
				...documentation.readLogo,
			},
		);
