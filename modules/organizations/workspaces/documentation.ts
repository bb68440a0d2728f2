import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, getResponses, versionedResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { Workspace, workspaceFields } from "./schemas.ts";

/** The tag of the operations on workspaces and their members. */
export const workspacesTag: Tag = {
	name: "Workspaces",
	description: "The classes, teams, departments and projects of an organization, which hold its meetings.",
};

const example: Workspace = {
	id: "wsp_01jd0z7v9gf2nbrexx3vqjhp41",
	orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
	name: "Physics 10b",
	slug: "physics-10b",
	description: "Mondays and Thursdays, room 12",
	kind: "class",
	visibility: "private",
	settings: { color: "blue" },
	externalRef: "sis-4711",
	memberCount: 24,
	archivedAt: null,
	version: 1,
	createdAt: "2030-01-01T09:30:00.000Z",
	updatedAt: "2030-01-01T09:30:00.000Z",
};

/** Documentation of the operations on workspaces. */
export const documentation = {
	list: operation({
		id: "listWorkspaces",
		summary: "List the workspaces of an organization",
		description:
			"Lists the workspaces the caller may see: users see those they belong to and those with `visibility: " +
			"org`; administrators and API keys see all. Archived workspaces are listed only with `archived=true`.",
		tag: workspacesTag,
		responses: { 200: pageResponse("A page of workspaces", workspaceFields.schema, "Workspaces retrieved", example) },
	}),

	create: operation({
		id: "createWorkspace",
		summary: "Create a workspace",
		description:
			"A user who creates a workspace becomes its manager. Without `slug`, the slug is derived from the " +
			"name. `kind` defaults to `class` with `educationMode` and to `team` otherwise, `visibility` to " +
			"`private`.",
		tag: workspacesTag,
		request: { name: "Physics 10b", kind: "class" },
		responses: { 201: createdResponse("workspace", "The workspace", Workspace, "Workspace created", example) },
		errors: ["quota_exceeded", "conflict"],
	}),

	get: operation({
		id: "getWorkspace",
		summary: "Get a workspace",
		tag: workspacesTag,
		responses: getResponses("The workspace", workspaceFields.schema, "Workspace retrieved", example),
		errors: ["not_found"],
	}),

	update: operation({
		id: "updateWorkspace",
		summary: "Update a workspace",
		description:
			"Takes a JSON merge patch: null removes a description, a key or a setting. Allowed to managers of " +
			"the workspace and administrators of the organization. An archived workspace cannot be changed until " +
			"it is restored with `archived: false`, which may be combined with other changes.",
		tag: workspacesTag,
		request: { name: "Physics 10c", description: null },
		responses: {
			200: versionedResponse("The workspace", Workspace, "Workspace updated", {
				...example,
				name: "Physics 10c",
				description: null,
				version: 2,
			}),
		},
		errors: ["quota_exceeded", "not_found", "purged", "forbidden", "conflict", "state_conflict", "precondition_failed"],
	}),

	archive: operation({
		id: "archiveWorkspace",
		summary: "Archive a workspace",
		description:
			"Keeps the members and meetings of the workspace readable, but no new meetings can be held in it. " +
			"`PATCH` with `archived: false` restores it. Allowed to managers of the workspace and administrators " +
			"of the organization. Refused while a meeting is live.",
		tag: workspacesTag,
		examples: { workspaceId: exampleId("wsp", 2) },
		responses: {
			202: versionedResponse("The archived workspace", Workspace, "Workspace archived", {
				...example,
				archivedAt: "2030-07-01T09:30:00.000Z",
				version: 2,
			}),
		},
		errors: ["not_found", "purged", "forbidden", "state_conflict", "precondition_failed"],
	}),
};
