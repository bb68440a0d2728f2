import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToGet } from "#http/resource";
import { NoBody, OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import { JobParams, ListJobsQuery } from "./schemas.ts";
import type { ProcessingService } from "./service.ts";

export const processingRoutes = (service: ProcessingService) =>
	new Elysia({ name: "processing" })
		.use(api)

		.get(
			"/jobs/:jobId",
			async ({ context, params, query, set }) =>
				respondToGet(context, set, "Job retrieved", await service.get(context, params.jobId, query.fields)),
			{ requires: "meeting:read", params: JobParams, query: FieldsQuery, ...documentation.get },
		)

		.post(
			"/jobs/:jobId/cancel",
			async ({ context, params, set }) =>
				respondToChange(set, "Job cancelled", await service.cancel(context, params.jobId)),
			{ requires: "transcript:write", params: JobParams, body: NoBody, ...documentation.cancel },
		)

		.post(
			"/jobs/:jobId/retry",
			async ({ context, params, set, status }) =>
				status(202, respondToChange(set, "Job queued", await service.retry(context, params.jobId))),
			{ requires: "transcript:write", params: JobParams, body: NoBody, ...documentation.retry },
		)

		.get(
			"/orgs/:orgId/jobs",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Jobs retrieved", await service.list(context, params.orgId, query)),
			{ requires: "org:write", params: OrganizationParams, query: ListJobsQuery, ...documentation.list },
		)

		.get(
			"/jobs",
			async ({ context, query, set }) =>
				respondWithPage(context, set, "Jobs retrieved", await service.listEverywhere(query)),
			{ requires: "org:read", system: true, query: ListJobsQuery, ...documentation.listEverywhere },
		);
