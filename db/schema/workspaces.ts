import { sql } from "drizzle-orm";
import {
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
import { memberships } from "./memberships.ts";
import { byOwnId, ofTenant, tenantKeys } from "./of-tenant.ts";

/** Roles in a workspace, strongest first. */
export const WORKSPACE_ROLES = ["manager", "host", "member", "viewer"] as const;
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

/** Workspaces: the classes, teams, departments and projects of an organization that hold its meetings. */
export const workspaces = table(
	"workspaces",
	{
		...ofTenant(),
		name: text().notNull(),
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
		/** Null while in use. */
		archivedAtMs: instant(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("workspaces", t),
		byOwnId("workspaces", t),
		uniqueIndex("workspaces_slug_unique").on(t.orgId, t.slug),
		uniqueIndex("workspaces_external_ref_unique").on(t.orgId, t.externalRef).where(sql`${t.externalRef} is not null`),
		index("workspaces_by_age").on(t.orgId, t.createdAtMs, t.id),
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
			orgId: id().notNull(),
			workspaceId: id().notNull(),
			userId: id().notNull(),
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
			index("workspace_members_by_user").on(t.orgId, t.userId, t.workspaceId),
			index("workspace_members_by_age").on(t.orgId, t.workspaceId, t.joinedAtMs, t.userId),
		],
	),
);

/** A membership of a workspace as stored. */
export type WorkspaceMemberRow = typeof workspaceMembers.$inferSelect;
