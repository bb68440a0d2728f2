import { sql } from "drizzle-orm";
import { person, tenant } from "../declarations.ts";
import {
	bool,
	byteText,
	clustered,
	foreignKey,
	id,
	index,
	instant,
	int,
	json,
	knownValues,
	oneOf,
	primaryKey,
	table,
	text,
	uniqueIndex,
} from "../dsl.ts";
import { invitations } from "./invitations.ts";
import { memberships } from "./memberships.ts";
import { byOwnId, ofTenant, tenantKeys } from "./of-tenant.ts";

/** Roles in a workspace, strongest first. */
export const WORKSPACE_ROLES = ["manager", "host", "member", "viewer"] as const;
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

/** Workspaces: the classes, teams, departments and projects of an organization that hold its meetings. */
export const workspaces = table(
	"workspaces",
	{
		...ofTenant({ export: "workspaces" }),
		name: text().notNull(),
		/** The folded name, for sorting. */
		nameKey: byteText().notNull().default(""),
		/** Last part of its address, lower case; unique within the organization, archived workspaces included. */
		slug: text().notNull(),
		description: text(),
		kind: oneOf("class", "team", "department", "project").notNull(),
		/** `org`: every member of the organization sees it. */
		visibility: oneOf("private", "org").notNull(),
		/** Free settings of its clients; null for none. */
		settings: json<Readonly<Record<string, unknown>>>(),
		/** Its id in another system, such as a school's roster; unique within the organization. */
		externalRef: text(),
		memberCount: int().notNull(),
		/** Whether it is archived: `archivedAtMs` in the form that leads an index. */
		archived: bool().notNull().default(false),
		/** Null while in use. */
		archivedAtMs: instant(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("workspaces", t),
		uniqueIndex("workspaces_slug_unique").on(t.orgId, t.slug),
		uniqueIndex("workspaces_external_ref_unique").on(t.orgId, t.externalRef).where(sql`${t.externalRef} is not null`),
		byOwnId("workspaces", t),
		// Lists read those that are open to the organization, and the others, one after the other.
		index("workspaces_by_name").on(t.orgId, t.visibility, t.archived, t.nameKey, t.id),
		index("workspaces_by_kind").on(t.orgId, t.visibility, t.archived, t.kind, t.createdAtMs, t.id),
		index("workspaces_by_kind_and_name").on(t.orgId, t.visibility, t.archived, t.kind, t.nameKey, t.id),
		index("workspaces_by_age").on(t.orgId, t.visibility, t.archived, t.createdAtMs, t.id),
		...knownValues("workspaces", t),
	],
);

/** A workspace as stored. */
export type WorkspaceRow = typeof workspaces.$inferSelect;

/** Members of workspaces, with their roles. */
export const workspaceMembers = clustered(
	table(
		"workspace_members",
		{
			orgId: tenant({ export: "workspace-members" }).notNull(),
			workspaceId: id().notNull(),
			userId: person(id().notNull()),
			role: text().$type<WorkspaceRole>().notNull(),
			joinedAtMs: instant().notNull(),
			updatedAtMs: instant().notNull(),
			version: int().notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.workspaceId, t.userId] }),
			foreignKey({
				name: "workspace_members_workspace_fk",
				columns: [t.orgId, t.workspaceId],
				foreignColumns: [workspaces.orgId, workspaces.id],
			}).onDelete("cascade"),
			// Whoever leaves the organization leaves its workspaces.
			foreignKey({
				name: "workspace_members_member_fk",
				columns: [t.orgId, t.userId],
				foreignColumns: [memberships.orgId, memberships.userId],
			}).onDelete("cascade"),
			index("workspace_members_by_age").on(t.orgId, t.workspaceId, t.joinedAtMs, t.userId),
			// Is there another manager?
			index("workspace_managers").on(t.orgId, t.workspaceId, t.userId).where(sql`${t.role} = 'manager'`),
			// With every column: otherwise SQLite deletes those of a person by the first column of the primary key.
			index("workspace_members_by_user").on(
				t.orgId,
				t.userId,
				t.workspaceId,
				t.role,
				t.joinedAtMs,
				t.updatedAtMs,
				t.version,
			),
		],
	),
);

/** A membership of a workspace as stored. */
export type WorkspaceMemberRow = typeof workspaceMembers.$inferSelect;

/** Workspaces that a person joins by accepting an invitation to the organization. */
export const workspaceInvitations = clustered(
	table(
		"workspace_invitations",
		{
			orgId: tenant({ export: "workspace-invitations" }).notNull(),
			invitationId: id().notNull(),
			workspaceId: id().notNull(),
			role: text().$type<WorkspaceRole>().notNull(),
			/** The person or API key that offers it. */
			invitedBy: person(id().notNull(), { notExported: "that they invited a person is in their audit log" }),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.invitationId, t.workspaceId] }),
			foreignKey({
				name: "workspace_invitations_invitation_fk",
				columns: [t.orgId, t.invitationId],
				foreignColumns: [invitations.orgId, invitations.id],
			}).onDelete("cascade"),
			foreignKey({
				name: "workspace_invitations_workspace_fk",
				columns: [t.orgId, t.workspaceId],
				foreignColumns: [workspaces.orgId, workspaces.id],
			}).onDelete("cascade"),
			// To withdraw what a person may no longer offer.
			index("workspace_invitations_by_inviter").on(t.orgId, t.invitedBy, t.workspaceId),
			// With every column, as above.
			index("workspace_invitations_of_workspace").on(t.orgId, t.workspaceId, t.invitationId, t.role, t.invitedBy),
		],
	),
);

/** A workspace of an invitation as stored. */
export type WorkspaceInvitationRow = typeof workspaceInvitations.$inferSelect;
