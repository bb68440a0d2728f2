import { Elysia } from "elysia";
import { preferredMediaType } from "#http/accept";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToGet } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { filenameOf, respondWithNewText } from "#http/text-download";
import { documentation } from "./documentation.ts";
import type { ExportFormat } from "./export.ts";
import { AuditLogParams, ListAuditLogsQuery } from "./schemas.ts";
import type { AuditLogsService } from "./service.ts";

/** Formats by the media types that ask for them; JSON is a page of the list. */
const FORMAT_BY_TYPE = {
	"application/json": undefined,
	"text/csv": "csv",
	"application/x-ndjson": "ndjson",
} as const satisfies Readonly<Record<string, ExportFormat | undefined>>;
const ACCEPTED = ["application/json", "text/csv", "application/x-ndjson"] as const;

const read = { requires: "audit:read", whileClosed: true } as const;

export const auditLogsRoutes = (service: AuditLogsService) =>
	new Elysia({ name: "audit-logs" })
		.use(api)

		.get(
			"/orgs/:orgId/audit-logs",
			async ({ context, params: { orgId }, query, request, set }) => {
				set.headers.vary = "Accept";
				const contentType = preferredMediaType(request.headers.get("accept"), ACCEPTED);
				const format = FORMAT_BY_TYPE[contentType];
				if (format === undefined) {
					const page = await service.list(context, orgId, query);
					return respondWithPage(context, set, "Audit logs retrieved", page) as never;
				}
				const { chunks } = await service.exportLog(context, orgId, query, format);
				const filename = filenameOf(`audit-log ${orgId}`, format);
				return respondWithNewText(context, set, { filename, contentType: `${contentType}; charset=utf-8`, chunks });
			},
			{ ...read, params: OrganizationParams, query: ListAuditLogsQuery, ...documentation.list },
		)

		.get(
			"/orgs/:orgId/audit-logs/verify",
			async ({ context, params, query }) =>
				ok("Audit logs verified", await service.verify(context, params.orgId, query.fields)),
			{ ...read, params: OrganizationParams, query: FieldsQuery, ...documentation.verify },
		)

		.get(
			"/orgs/:orgId/audit-logs/:entryId",
			async ({ context, params, query, set }) => {
				const { orgId, entryId } = params;
				return respondToGet(
					context,
					set,
					"Audit log retrieved",
					await service.get(context, orgId, entryId, query.fields),
				);
			},
			{ ...read, params: AuditLogParams, query: FieldsQuery, ...documentation.get },
		);
