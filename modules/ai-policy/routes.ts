import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { documentation } from "./documentation.ts";
import { type AiProviders, aiProvidersFields } from "./schemas.ts";

/** Creates the route of the providers of this installation. */
export const aiProvidersRoutes = (listProviders: () => AiProviders) =>
	new Elysia({ name: "ai-providers" })
		.use(api)

		.get(
			"/configurations/ai-providers",
			({ query }) => ok("AI providers retrieved", aiProvidersFields.parse(query.fields)(listProviders())),
			{ requires: "session", query: FieldsQuery, ...documentation.providers },
		);
