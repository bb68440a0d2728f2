import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import { StartTrialRequest } from "./schemas.ts";
import type { TrialService } from "./service.ts";

export const trialRoutes = (service: TrialService) =>
	new Elysia({ name: "trial" })
		.use(api)

		.get(
			"/orgs/:orgId/trial",
			async ({ params, query }) => ok("Trial retrieved", await service.get(params.orgId, query.fields)),
			{
				requires: "org:read",
				whileClosed: true,
				params: OrganizationParams,
				query: FieldsQuery,
				...documentation.get,
			},
		)

		.post(
			"/orgs/:orgId/trial",
			async ({ context, params, body, status }) =>
				status(201, ok("Trial started", await service.start(context, params.orgId, body))),
			{
				requires: "billing:write",
				params: OrganizationParams,
				body: StartTrialRequest,
				checks: service.check,
				...documentation.start,
			},
		);
