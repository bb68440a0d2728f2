import { Elysia } from "elysia";
import { api } from "#http/api";
import { parsedBy } from "#http/checks";
import { FieldsQuery } from "#http/fields";
import { respondToChange, respondToGet } from "#http/resource";
import { documentation } from "./documentation.ts";
import { PlanParams, UpdatePlanRequest } from "./schemas.ts";
import { type PlansService, parsePlan } from "./service.ts";

export const plansRoutes = (service: PlansService) =>
	new Elysia({ name: "plans" })
		.use(api)

		.get(
			"/configurations/plans",
			async ({ context, query, set }) =>
				respondToGet(context, set, "Plans retrieved", await service.list(query.fields)),
			{ requires: "session", query: FieldsQuery, ...documentation.list },
		)

		.patch(
			"/configurations/plans/:planCode",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Plan updated", await service.update(context, params.planCode, body)),
			{
				requires: "org:write",
				system: true,
				params: PlanParams,
				body: UpdatePlanRequest,
				checks: parsedBy(parsePlan),
				...documentation.update,
			},
		);
