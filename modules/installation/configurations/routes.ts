import { Elysia } from "elysia";
import { api } from "#http/api";
import { parsedBy } from "#http/checks";
import { FieldsQuery } from "#http/fields";
import { respondToChange, respondToGet } from "#http/resource";
import { documentation } from "./documentation.ts";
import { SetConfigsRequest } from "./schemas.ts";
import { type ConfigsService, parseConfigs } from "./service.ts";

export const configsRoutes = (service: ConfigsService) =>
	new Elysia({ name: "configs", prefix: "/configurations" })
		.use(api)

		.get(
			"/configs",
			async ({ context, query, set }) =>
				respondToGet(context, set, "Configuration retrieved", await service.get(query.fields)),
			{ requires: "session", query: FieldsQuery, ...documentation.get },
		)

		.put(
			"/configs",
			async ({ context, body, set }) => respondToChange(set, "Configuration set", await service.set(context, body)),
			{
				requires: "org:write",
				system: true,
				body: SetConfigsRequest,
				checks: parsedBy(parseConfigs),
				...documentation.set,
			},
		)

		.get(
			"/languages",
			({ context, query, set }) => respondToGet(context, set, "Languages retrieved", service.languages(query.fields)),
			{ requires: "session", query: FieldsQuery, ...documentation.languages },
		)

		.get(
			"/sign-in",
			({ context, query, set }) => respondToGet(context, set, "Sign-in facts retrieved", service.signIn(query.fields)),
			{ open: "pages ask it before anyone has signed in", query: FieldsQuery, ...documentation.signIn },
		);
