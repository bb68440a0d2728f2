import { Elysia } from "elysia";
import { api } from "#http/api";
import { Envelope, ok } from "#http/envelope";
import { operation } from "#http/operation";
import { permissions } from "./permissions.ts";
import { Permissions } from "./schemas.ts";

/** What holds for the whole installation. */
export const configurationsRoutes = () =>
	new Elysia({ name: "configurations" })
		.use(api)

		.get("/configurations/permissions", () => ok("Permissions retrieved", permissions), {
			requires: "session",
			...operation({
				id: "getPermissions",
				summary: "Get the permission matrix",
				description: "Which scopes each role carries, and which scopes a scope carries with it.",
				tag: "Configurations",
				answers: {
					200: {
						description: "Roles and their scopes",
						schema: Envelope(Permissions),
						example: ok("Permissions retrieved", permissions),
					},
				},
			}),
		});
