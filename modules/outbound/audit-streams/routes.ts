import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { NoBody, OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import {
	AuditStreamParams,
	CreateAuditStreamRequest,
	ListAuditStreamsQuery,
	UpdateAuditStreamRequest,
} from "./schemas.ts";
import type { AuditStreamsService } from "./service.ts";

/** Operations on audit streams. */
export const auditStreamsRoutes = (service: AuditStreamsService) =>
	new Elysia({ name: "audit-streams" })
		.use(api)

		.get(
			"/orgs/:orgId/audit-streams",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Audit streams retrieved", await service.list(context, params.orgId, query)),
			{ requires: "org:admin", params: OrganizationParams, query: ListAuditStreamsQuery, ...documentation.list },
		)

		.post(
			"/orgs/:orgId/audit-streams",
			async ({ context, params, body, set }) => {
				const created = await service.create(context, params.orgId, body);
				return respondToCreate(context, set, created.data.id, "Audit stream created", created);
			},
			{
				requires: "org:admin",
				params: OrganizationParams,
				body: CreateAuditStreamRequest,
				checks: service.check,
				...documentation.create,
			},
		)

		.get(
			"/orgs/:orgId/audit-streams/:streamId",
			async ({ context, params, query, set }) => {
				const stream = await service.get(context, params.orgId, params.streamId, query.fields);
				return respondToGet(context, set, "Audit stream retrieved", stream);
			},
			{ requires: "org:admin", params: AuditStreamParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			"/orgs/:orgId/audit-streams/:streamId",
			async ({ context, params, body, set }) => {
				const updated = await service.update(context, params.orgId, params.streamId, body);
				return respondToChange(set, "Audit stream updated", updated);
			},
			{
				requires: "org:admin",
				params: AuditStreamParams,
				body: UpdateAuditStreamRequest,
				checks: service.check,
				...documentation.update,
			},
		)

		.delete(
			"/orgs/:orgId/audit-streams/:streamId",
			async ({ context, params, status }) => {
				await service.remove(context, params.orgId, params.streamId);
				return status(204, undefined);
			},
			{ requires: "org:admin", params: AuditStreamParams, ...documentation.remove },
		)

		.post(
			"/orgs/:orgId/audit-streams/:streamId/adopt",
			async ({ context, params, set }) =>
				respondToChange(set, "Audit stream adopted", await service.adopt(context, params.orgId, params.streamId)),
			{ requires: "org:admin", params: AuditStreamParams, body: NoBody, ...documentation.adopt },
		)

		.post(
			"/orgs/:orgId/audit-streams/:streamId/test",
			async ({ context, params }) =>
				ok("Audit stream tested", await service.test(context, params.orgId, params.streamId)),
			{ requires: "org:admin", params: AuditStreamParams, body: NoBody, ...documentation.test },
		);
