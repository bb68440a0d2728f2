import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { documentation } from "./documentation.ts";
import { type AiProviders, aiProvidersFields } from "./schemas.ts";

/** Creates the route of the providers of this installation. */
export const aiProvidersRoutes = (listProviders: () => Promise<AiProviders>) =>
	new Elysia({ name: "ai-providers" })
		.use(api)

		.get(
			"/configurations/ai-providers",
			async ({ query }) => {
				const select = aiProvidersFields.parse(query.fields);
				return ok("AI providers retrieved", select(await listProviders()));
			},
			{ requires: "session", query: FieldsQuery, ...documentation.providers },
		);
