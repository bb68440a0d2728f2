import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { api } from "#http/api";
import { Envelope, ok } from "#http/envelope";
import { operation } from "#http/operation";
import { permissions, selectPermissions } from "./permissions.ts";
import { GetPermissionsQuery, Permissions, PermissionsSelection } from "./schemas.ts";

/** What holds for the whole installation. */
export const configurationsRoutes = () =>
	new Elysia({ name: "configurations" })
		.use(api)

		.get("/configurations/permissions", ({ query }) => ok("Permissions retrieved", selectPermissions(query.fields)), {
			requires: "session",
			query: GetPermissionsQuery,
			...operation({
				id: "getPermissions",
				summary: "Get the permission matrix",
				description: "Which scopes each role carries, and which scopes a scope carries with it.",
				tag: "Configurations",
				answers: {
					200: {
						description: "Roles and their scopes",
						schema: Envelope(Type.Union([Permissions, PermissionsSelection])),
						example: ok("Permissions retrieved", permissions),
					},
				},
			}),
		});
