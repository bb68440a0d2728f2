/** Statements on tenant tables, written for the organization `org_1`. */
import { and, eq, exists, inArray, not, or, sql } from "drizzle-orm";
import { events, memberships, organizationBlocks, organizations, sessions, users } from "#db/schema/index";
import type { Db } from "#db/store";
import { eventRow } from "./rows.ts";

/** Runs a statement. */
export type RunStatement = (db: Db) => PromiseLike<unknown>;

/** Statements that must be rejected, by their mistake. */
export const unboundStatements: Readonly<Record<string, RunStatement>> = {
	"select without a condition": (db) => db.select().from(memberships),
	"select by another column": (db) => db.select().from(memberships).where(eq(memberships.userId, "usr_1")),
	"a left join that forgets the tenant": (db) =>
		db.select().from(users).leftJoin(memberships, eq(memberships.userId, users.id)).where(eq(users.id, "usr_1")),
	"two tenant tables joined on org_id, none of them bound": (db) =>
		db.select().from(memberships).innerJoin(events, eq(events.orgId, memberships.orgId)),
	"a join on the organization that nothing binds": (db) =>
		db.select().from(memberships).innerJoin(organizations, eq(organizations.id, memberships.orgId)),
	"an organization compared with another column": (db) =>
		db
			.select()
			.from(memberships)
			.where(and(eq(memberships.userId, "usr_1"), sql`${memberships.orgId} is not null`)),
	"OR beside the organization": (db) =>
		db
			.select()
			.from(memberships)
			.where(or(eq(memberships.orgId, "org_1"), eq(memberships.userId, "usr_1"))),
	"every organization but one": (db) =>
		db
			.select()
			.from(memberships)
			.where(not(eq(memberships.orgId, "org_1"))),
	"select over some organizations": (db) =>
		db
			.select()
			.from(memberships)
			.where(inArray(memberships.orgId, ["org_1", "org_2"])),
	"a second, free look at a table that is bound": (db) =>
		db
			.select()
			.from(memberships)
			.where(
				and(
					eq(memberships.orgId, "org_1"),
					exists(db.select().from(memberships).where(eq(memberships.userId, "usr_2"))),
				),
			),
	"a binding inside a sub-query, which is not one outside": (db) =>
		db
			.select()
			.from(memberships)
			.where(exists(db.select().from(events).where(eq(events.orgId, "org_1")))),
	"a union with a free block": (db) => {
		const ids = db.select({ id: memberships.userId }).from(memberships);
		return ids.where(eq(memberships.orgId, "org_1")).union(db.select({ id: events.id }).from(events));
	},
	"a free named query": (db) => {
		const all = db.$with("everything").as(db.select().from(memberships));
		return db.with(all).select().from(all);
	},
	"a table on the kept side of a left join": (db) =>
		db
			.select()
			.from(memberships)
			.leftJoin(events, and(eq(events.orgId, "org_1"), eq(memberships.orgId, "org_1"))),
	"update by id alone": (db) => db.update(memberships).set({ version: 2 }).where(eq(memberships.userId, "usr_1")),
	// biome-ignore lint/suspicious/noDrizzleUpdateWithoutWhere: the mistake under test.
	"update that only sets org_id": (db) => db.update(memberships).set({ orgId: "org_1" }),
	"update that moves a row to an organization found in the row": (db) =>
		db
			.update(memberships)
			.set({ orgId: sql`${memberships.userId}` })
			.where(eq(memberships.orgId, "org_1")),
	"upsert that finds rows without their organization": (db) =>
		db
			.insert(events)
			.values(eventRow("org_1", 1))
			.onConflictDoUpdate({ target: events.id, set: { type: "x" } }),
	// biome-ignore lint/suspicious/noDrizzleDeleteWithoutWhere: the mistake under test.
	"delete without a condition": (db) => db.delete(events),
	"count without a condition": (db) => db.$count(events),
	"a sub-query on another tenant table": (db) =>
		db
			.select()
			.from(users)
			.where(inArray(users.id, db.select({ id: memberships.userId }).from(memberships))),
};

/** Statements that bind each tenant table to `org_1`. */
export const boundStatements: Readonly<Record<string, RunStatement>> = {
	"select bound by value": (db) => db.select().from(memberships).where(eq(memberships.orgId, "org_1")),
	"select by a list of one organization": (db) =>
		db
			.select()
			.from(memberships)
			.where(inArray(memberships.orgId, ["org_1"])),
	"a left join bound by its own condition": (db) =>
		db
			.select()
			.from(users)
			.leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.orgId, sql.placeholder("orgId"))))
			.prepare()
			.execute({ orgId: "org_1" }),
	"a sub-query bound by the block around": (db) =>
		db
			.select()
			.from(memberships)
			.where(
				and(
					eq(memberships.orgId, "org_1"),
					exists(db.select().from(events).where(eq(events.orgId, memberships.orgId))),
				),
			),
	"a union, each block bound": (db) => {
		const ids = (orgId: string) =>
			db.select({ id: memberships.userId }).from(memberships).where(eq(memberships.orgId, orgId));
		return ids("org_1").union(ids("org_1"));
	},
	"a named query bound by value": (db) => {
		const own = db.$with("own").as(db.select().from(memberships).where(eq(memberships.orgId, "org_1")));
		return db.with(own).select().from(own);
	},
	"count of one organization": (db) => db.$count(events, eq(events.orgId, "org_1")),
	"a join that carries the organization on": (db) =>
		db
			.select()
			.from(organizations)
			.innerJoin(memberships, eq(memberships.orgId, organizations.id))
			.leftJoin(organizationBlocks, eq(organizationBlocks.orgId, memberships.orgId))
			.where(eq(organizations.id, "org_1")),
	"a sub-query bound by value": (db) =>
		db
			.select()
			.from(users)
			.where(exists(db.select().from(memberships).where(eq(memberships.orgId, "org_1")))),
	"update and delete bound by value": async (db) => {
		await db.update(memberships).set({ version: 2 }).where(eq(memberships.orgId, "org_1"));
		await db.delete(memberships).where(and(eq(memberships.orgId, "org_1"), or(eq(memberships.userId, "usr_1"))));
	},
	"global tables": (db) => db.select().from(sessions).innerJoin(users, eq(users.id, sessions.userId)),
};
