import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { respondToGet } from "#http/resource";
import { documentation } from "./documentation.ts";
import type { ProfileService } from "./service.ts";

/** Who am I. */
export const profileRoutes = (service: ProfileService) =>
	new Elysia({ name: "profile", prefix: "/auth" })
		.use(api)

		.get(
			"/profile",
			async ({ context, query, set }) =>
				respondToGet(context, set, "Profile retrieved", await service.get(context, query.fields)),
			{ requires: "session", whileClosed: true, query: FieldsQuery, ...documentation.get },
		);
