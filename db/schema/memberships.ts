import { person, tenant } from "../declarations.ts";
import { foreignKey, id, index, instant, int, primaryKey, table, text } from "../dsl.ts";
import { organizations } from "./organizations.ts";
import { users } from "./users.ts";

/** Roles a member of an organization can have, strongest first. */
export const ROLES = [
	"owner",
	"admin",
	"manager",
	"teacher",
	"member",
	"student",
	"guest",
	"billing",
	"auditor",
] as const;
export type Role = (typeof ROLES)[number];

/** Memberships of users in organizations, with their roles. */
export const memberships = table(
	"memberships",
	{
		orgId: tenant({ export: "members" }).notNull(),
		userId: person(id().notNull()),
		role: text().$type<Role>().notNull(),
		joinedAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
		/** Counts changes from 1; the entity tag. */
		version: int().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.orgId, t.userId] }),
		foreignKey({ name: "memberships_org_fk", columns: [t.orgId], foreignColumns: [organizations.id] }).onDelete(
			"cascade",
		),
		foreignKey({ name: "memberships_user_fk", columns: [t.userId], foreignColumns: [users.id] }).onDelete("cascade"),
		index("memberships_by_age").on(t.orgId, t.joinedAtMs, t.userId),
		index("memberships_by_role").on(t.orgId, t.role, t.joinedAtMs, t.userId),
		// Not led by orgId: which organizations does this user belong to?
		index("memberships_by_user").on(t.userId, t.orgId),
	],
);

/** A membership as stored. */
export type MembershipRow = typeof memberships.$inferSelect;
