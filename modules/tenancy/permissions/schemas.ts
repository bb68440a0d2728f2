import { type TSchema, Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { closed, OneOf } from "#http/schemas";
import { IMPLIED_SCOPES, SCOPES } from "#kernel/scopes";
import { ROLE_SCOPES } from "./roles.ts";

const Scope = OneOf(SCOPES, "a scope");

/** Returns an object with one schema for each name. */
const each = <K extends string, S extends TSchema>(names: Readonly<Partial<Record<K, unknown>>>, schema: S) =>
	Object.fromEntries(Object.keys(names).map((name) => [name, schema])) as Record<K, S>;

/** The permission matrix: the scopes of each role, and those implied by each scope. */
export const Permissions = closed(
	{
		scopes: Type.Array(Scope, { description: "All scopes." }),
		implied: closed(each(IMPLIED_SCOPES, Type.Array(Scope)), { description: "Scopes that each scope implies." }),
		roles: closed(each(ROLE_SCOPES, Type.Array(Scope)), {
			description: "Scopes of each role, including implied ones.",
		}),
		educationRoles: Type.Array(Type.String(), { description: "Roles available only with `educationMode`." }),
	},
	{ $id: "Permissions" },
);
export type Permissions = typeof Permissions.static;

/** Selector of `fields` for the matrix. */
export const permissionFields = selectable(Permissions);
