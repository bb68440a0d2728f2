import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { respondToChange, respondToGet } from "#http/resource";
import { documentation } from "./documentation.ts";
import { UpdateProfileRequest } from "./schemas.ts";
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

/** Changing one's own account: a router of its own, since the API document shows it after the ways to an account. */
export const updateProfileRoutes = (service: ProfileService) =>
	new Elysia({ name: "profile.update", prefix: "/auth" })
		.use(api)

		.patch(
			"/update-profile",
			async ({ context, body, set }) => respondToChange(set, "Profile updated", await service.update(context, body)),
			{ requires: "session", whileClosed: true, body: UpdateProfileRequest, ...documentation.update },
		);
