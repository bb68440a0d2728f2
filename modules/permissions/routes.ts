import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { documentation } from "./documentation.ts";
import { GetPermissionsQuery } from "./schemas.ts";
import { selectPermissions } from "./view.ts";

/** Who may do what: the same in every organization. */
export const permissionsRoutes = () =>
	new Elysia({ name: "permissions" })
		.use(api)

		.get("/configurations/permissions", ({ query }) => ok("Permissions retrieved", selectPermissions(query.fields)), {
			requires: "session",
			query: GetPermissionsQuery,
			...documentation.get,
		});
