import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { documentation } from "./documentation.ts";
import { permissionFields } from "./schemas.ts";
import { permissions } from "./view.ts";

/** Creates the route of the permission matrix, which is the same in every organization. */
export const permissionsRoutes = () =>
	new Elysia({ name: "permissions" })
		.use(api)

		.get(
			"/configurations/permissions",
			({ query }) => ok("Permissions retrieved", permissionFields.parse(query.fields)(permissions)),
			{ requires: "session", query: FieldsQuery, ...documentation.get },
		);
