import { Elysia } from "elysia";
import { api } from "#http/api";
import { attachment, respondWithDownload, SANDBOXED } from "#http/download";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToCreate, respondToGet } from "#http/resource";
import { NoBody, OrganizationParams } from "#http/schemas";
import { FreshProofRequest } from "#modules/identity/mfa";
import type { AccountExport } from "./account.ts";
import { accountDocumentation, erasureDocumentation as documentation, exportDocumentation } from "./documentation.ts";
import type { Erasures } from "./erasures.ts";
import type { ExportContent, Exports } from "./exports.ts";
import {
	ErasureParams,
	ExportParams,
	ExportTicketParams,
	ListErasuresQuery,
	ListExportsQuery,
	RequestErasureRequest,
	RequestExportRequest,
} from "./schemas.ts";

const erasureRoutes = (erasures: Erasures) =>
	new Elysia({ name: "privacy-erasures" })
		.use(api)

		.get(
			"/orgs/:orgId/privacy/erasures",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Erasures retrieved", await erasures.list(context, params.orgId, query)),
			{ requires: "org:admin", params: OrganizationParams, query: ListErasuresQuery, ...documentation.list },
		)

		.post(
			"/orgs/:orgId/privacy/erasures",
			async ({ context, params, body, set }) => {
				const requested = await erasures.request(context, params.orgId, body);
				return respondToCreate(context, set, requested.data.id, "Erasure requested", requested);
			},
			{
				requires: "org:admin",
				params: OrganizationParams,
				body: RequestErasureRequest,
				checks: erasures.check,
				...documentation.request,
			},
		)

		.get(
			"/orgs/:orgId/privacy/erasures/:erasureId",
			async ({ context, params, query, set }) =>
				respondToGet(
					context,
					set,
					"Erasure retrieved",
					await erasures.get(context, params.orgId, params.erasureId, query.fields),
				),
			{ requires: "org:admin", params: ErasureParams, query: FieldsQuery, ...documentation.get },
		);

const toDownload = ({ exportId, content }: ExportContent) => ({
	sizeBytes: content.sizeBytes,
	contentType: "application/zip",
	etag: `"${content.sha256}"`,
	filename: `parley-export-${exportId}.zip`,
	stream: content.stream,
});

const DOWNLOADED =
	"downloads may carry no token; the ticket in the path identifies the caller, whose rights are checked";

const exportRoutes = (exports: Exports) =>
	new Elysia({ name: "privacy-exports" })
		.use(api)

		.get(
			"/orgs/:orgId/privacy/exports",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Exports retrieved", await exports.list(context, params.orgId, query)),
			{
				requires: "org:admin",
				whileClosed: true,
				params: OrganizationParams,
				query: ListExportsQuery,
				...exportDocumentation.list,
			},
		)

		.post(
			"/orgs/:orgId/privacy/exports",
			async ({ context, params, body, set }) => {
				const requested = await exports.request(context, params.orgId, body);
				return respondToCreate(context, set, requested.data.id, "Export requested", requested);
			},
			{
				requires: "org:admin",
				whileClosed: true,
				params: OrganizationParams,
				body: RequestExportRequest,
				...exportDocumentation.request,
			},
		)

		.get(
			"/orgs/:orgId/privacy/exports/:exportId",
			async ({ context, params, query, set }) =>
				respondToGet(
					context,
					set,
					"Export retrieved",
					await exports.get(context, params.orgId, params.exportId, query.fields),
				),
			{
				requires: "org:admin",
				whileClosed: true,
				params: ExportParams,
				query: FieldsQuery,
				...exportDocumentation.get,
			},
		)

		.get(
			"/orgs/:orgId/privacy/exports/:exportId/content",
			async ({ context, params, set }) =>
				respondWithDownload(context, set, toDownload(await exports.content(context, params.orgId, params.exportId))),
			{ requires: "org:admin", whileClosed: true, params: ExportParams, ...exportDocumentation.content },
		)

		.post(
			"/orgs/:orgId/privacy/exports/:exportId/tickets",
			async ({ context, params, status }) =>
				status(201, ok("Ticket created", await exports.ticket(context, params.orgId, params.exportId))),
			{ requires: "org:admin", whileClosed: true, params: ExportParams, body: NoBody, ...exportDocumentation.ticket },
		)

		.get(
			"/privacy-exports/:ticket",
			async ({ context, params, set }) =>
				respondWithDownload(context, set, toDownload(await exports.contentByTicket(context, params.ticket))),
			{ open: DOWNLOADED, params: ExportTicketParams, ...exportDocumentation.download },
		);

/** Creates the route by which people export their own account. */
const accountExportRoutes = (exportAccount: AccountExport) =>
	new Elysia({ name: "privacy-account", prefix: "/auth" }).use(api).post(
		"/profile/export",
		async ({ context, body, set }) => {
			const archive = await exportAccount(context, body);
			set.headers["content-security-policy"] = SANDBOXED;
			const headers = {
				"content-type": "application/zip",
				"content-disposition": attachment("parley-account.zip"),
			};
			return new Response(archive, { headers });
		},
		{ requires: "session", whileClosed: true, body: FreshProofRequest, ignoresKey: "stream", ...accountDocumentation },
	);

/** Services of the operations for privacy. */
export interface PrivacyServices {
	readonly exports: Exports;
	readonly erasures: Erasures;
	readonly exportAccount: AccountExport;
}

/** Creates the routes of the operations for privacy. */
export const privacyRoutes = ({ exports, erasures, exportAccount }: PrivacyServices) =>
	new Elysia({ name: "privacy" })
		.use(exportRoutes(exports))
		.use(erasureRoutes(erasures))
		.use(accountExportRoutes(exportAccount));
