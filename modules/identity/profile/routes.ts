import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { respondToChange, respondToGet } from "#http/resource";
import { documentation } from "./documentation.ts";
import { UpdateProfileRequest } from "./schemas.ts";
import type { ProfileService } from "./service.ts";

/** Returns the route that reads the caller's profile. */
export const profileRoutes = (service: ProfileService) =>
	new Elysia({ name: "profile", prefix: "/auth" })
		.use(api)

		.get(
			"/profile",
			async ({ context, query, set }) =>
				respondToGet(context, set, "Profile retrieved", await service.get(context, query.fields)),
			{ requires: "session", whileClosed: true, whileProvisional: true, query: FieldsQuery, ...documentation.get },
		);

/** Returns the route that updates the caller's account, separate because the API document lists it after registration. */
export const updateProfileRoutes = (service: ProfileService) =>
	new Elysia({ name: "profile.update", prefix: "/auth" })
		.use(api)

		.patch(
			"/update-profile",
			async ({ context, body, set }) => respondToChange(set, "Profile updated", await service.update(context, body)),
			{
				requires: "session",
				whileClosed: true,
				whileProvisional: true,
				body: UpdateProfileRequest,
				checks: service.checkPassword,
				...documentation.update,
			},
		);
