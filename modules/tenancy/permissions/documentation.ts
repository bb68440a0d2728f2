import { operation, type Tag } from "#http/operation";
import { okResponse } from "#http/resource";
import { permissionFields } from "./schemas.ts";
import { permissions } from "./view.ts";

/** The tag of the operations on what the installation offers. */
export const configurationsTag: Tag = {
	name: "Configurations",
	description: "What this installation offers: roles and scopes, and AI providers.",
};

/** Documentation of the operations on permissions. */
export const documentation = {
	get: operation({
		id: "getPermissions",
		summary: "Get the permission matrix",
		description: "Returns the scopes of each role, and the scopes that each scope implies.",
		tag: configurationsTag,
		responses: {
			200: okResponse("Roles and their scopes", permissionFields.schema, "Permissions retrieved", permissions),
		},
	}),
};
