import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToAccept, respondToGet } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import type { PreviewsService } from "./preview.ts";
import type { RunsService } from "./runs-service.ts";
import { ListRunsQuery, PreviewRetentionRequest, RunParams, RunRetentionRequest } from "./schemas.ts";

/** Creates the routes of what a policy purges, and of the runs that purge it. */
export const retentionRoutes = ({
	previews,
	runs,
}: {
	readonly previews: PreviewsService;
	readonly runs: RunsService;
}) =>
	new Elysia({ name: "retention" })
		.use(api)

		.post(
			"/orgs/:orgId/retention/preview",
			async ({ context, params, body }) =>
				ok("Retention policy previewed", await previews.create(context, params.orgId, body)),
			{ requires: "org:write", params: OrganizationParams, body: PreviewRetentionRequest, ...documentation.preview },
		)

		.post(
			"/orgs/:orgId/retention/run",
			async ({ context, params, body, set }) => {
				const run = await runs.request(context, params.orgId, body);
				return respondToAccept(context, set, `../runs/${run.data.id}`, "Run queued", run);
			},
			{ requires: "org:admin", params: OrganizationParams, body: RunRetentionRequest, ...documentation.run },
		)

		.get(
			"/orgs/:orgId/retention/runs",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Runs retrieved", await runs.list(context, params.orgId, query)),
			{ requires: "audit:read", params: OrganizationParams, query: ListRunsQuery, ...documentation.listRuns },
		)

		.get(
			"/orgs/:orgId/retention/runs/:runId",
			async ({ context, params, query, set }) =>
				respondToGet(context, set, "Run retrieved", await runs.get(context, params.orgId, params.runId, query.fields)),
			{ requires: "audit:read", params: RunParams, query: FieldsQuery, ...documentation.getRun },
		);
