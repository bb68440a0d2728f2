import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Flag, Id, mapOf, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseName } from "#kernel/text";

/** Kinds of a workspace. */
export const WORKSPACE_KINDS = ["class", "team", "department", "project"] as const;
const VISIBILITIES = ["private", "org"] as const;

const Name = checked(
	Type.String({ description: "1…128 characters after trimming.", examples: ["Physics 10b"] }),
	parseName,
);
const Slug = Type.String({
	pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
	maxLength: 63,
	description: "lower-case letters and digits, words joined by hyphens; unique within the organization",
	examples: ["physics-10b"],
});
const Description = Type.String({ maxLength: 2_000, description: "Purpose of the workspace." });
const Kind = OneOf(WORKSPACE_KINDS, "kind of workspace");
const Visibility = OneOf(
	VISIBILITIES,
	"who sees it besides its members and administrators: `private`: no one; `org`: everyone in the organization",
);
const ExternalRef = Type.String({
	pattern: "^[ -~]{1,128}$",
	description:
		"its key in another system, such as a school's roster: 1…128 printable ASCII characters, unique within the organization",
});
const Setting = Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()]);
const SETTINGS = {
	maxProperties: 50,
	description:
		"Settings for your own clients: at most 50 names of up to 64 characters, with texts of up to 500 " +
		"characters, numbers or booleans.",
};

/** A workspace: a class, team, department or project, which holds meetings. */
export const Workspace = closed(
	{
		id: Id("wsp", "id of the workspace"),
		orgId: Id("org", "the organization it belongs to"),
		name: Name,
		slug: Slug,
		description: Nullable(Description),
		kind: Kind,
		visibility: Visibility,
		settings: mapOf(Setting, SETTINGS),
		externalRef: Nullable(ExternalRef),
		memberCount: Type.Integer({ minimum: 0, description: "Number of its members." }),
		archivedAt: Nullable(Timestamp),
		version: Type.Integer({ minimum: 1 }),
		createdAt: Timestamp,
		updatedAt: Timestamp,
	},
	{ $id: "Workspace" },
);
export type Workspace = typeof Workspace.static;

/** A workspace as `fields` may select it. */
export const workspaceFields = selectable(Workspace);

/** A new workspace. */
export const CreateWorkspaceRequest = closed(
	{
		name: Name,
		slug: Type.Optional(Slug),
		description: Type.Optional(Nullable(Description)),
		kind: Type.Optional(Kind),
		visibility: Type.Optional(Visibility),
		settings: Type.Optional(mapOf(Setting, SETTINGS)),
		externalRef: Type.Optional(Nullable(ExternalRef)),
	},
	{ $id: "CreateWorkspaceRequestBody" },
);
export type CreateWorkspaceRequest = typeof CreateWorkspaceRequest.static;

/** Merge patch of a workspace. */
export const UpdateWorkspaceRequest = closed(
	{
		name: Type.Optional(Name),
		slug: Type.Optional(Slug),
		description: Type.Optional(Nullable(Description)),
		kind: Type.Optional(Kind),
		visibility: Type.Optional(Visibility),
		settings: Type.Optional(
			Nullable(mapOf(Nullable(Setting), { ...SETTINGS, description: "Settings to set; null removes one, or all." })),
		),
		externalRef: Type.Optional(Nullable(ExternalRef)),
		archived: Type.Optional(Type.Boolean({ description: "`true` archives it, `false` restores it." })),
	},
	{ $id: "UpdateWorkspaceRequestBody" },
);
export type UpdateWorkspaceRequest = typeof UpdateWorkspaceRequest.static;

/** Path parameters that identify a workspace. */
export const WorkspaceParams = closed({ workspaceId: Id("wsp", "id of the workspace") });

/** Filters and order of the list of workspaces. */
export const ListWorkspacesQuery = listQuery({
	kind: Type.Optional(OneOf(WORKSPACE_KINDS, "only those of this kind")),
	archived: Type.Optional(Flag("`true`: only archived ones; default `false`: only those in use")),
	q: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 128,
			description:
				"Words or beginnings of words of the name or slug, in any order; all must match. Case and " +
				"accents are ignored.",
		}),
	),
	sort: Type.Optional(OneOf(["createdAt", "-createdAt", "name"], "order; default -createdAt, the newest first")),
});
export type ListWorkspacesQuery = typeof ListWorkspacesQuery.static;
