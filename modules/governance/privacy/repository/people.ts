import { and, asc, eq, gt } from "drizzle-orm";
import { memberships, organizations, users } from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { Store } from "#db/store";
import type { ExportedRecord, Row } from "./pages.ts";

const PAGE = 500;

const findRow = readRow((db, { orgId }: Bound<{ readonly orgId: string }>) =>
	db.select().from(organizations).where(eq(organizations.id, orgId)).limit(1),
);

/** Returns the row of an organization; undefined when there is none. */
export const findOrganizationRow = (store: Store, orgId: string): Promise<Row | undefined> => findRow(store, { orgId });

/** An account as an organization sees it that it is a member of. */
const SEEN = {
	userId: users.id,
	name: users.name,
	email: users.email,
	locale: users.locale,
	timezone: users.timezone,
	avatarUrl: users.avatarUrl,
} as const;

type OfPerson = { readonly orgId: string; readonly userId: string };
const findMember = readRow((db, { orgId, userId }: Bound<OfPerson>) =>
	db
		.select(SEEN)
		.from(memberships)
		.crossJoin(users)
		.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId), eq(users.id, memberships.userId)))
		.limit(1),
);

/** Returns a member of an organization as they are seen there; undefined for anyone else. */
export const findPerson = (store: Store, orgId: string, userId: string): Promise<ExportedRecord | undefined> =>
	findMember(store, { orgId, userId });

type Slice = { readonly orgId: string; readonly after: string; readonly take: number };
const listMembers = readRows((db, { orgId, after, take }: Bound<Slice>) =>
	db
		.select(SEEN)
		.from(memberships)
		.crossJoin(users)
		.where(and(eq(memberships.orgId, orgId), gt(memberships.userId, after), eq(users.id, memberships.userId)))
		.orderBy(asc(memberships.userId))
		.limit(take),
);

/** Returns the members of an organization as they are seen there, in pages. */
export async function* listPeople(store: Store, orgId: string): AsyncGenerator<readonly ExportedRecord[]> {
	for (let after = ""; ; ) {
		const rows = await listMembers(store, { orgId, after, take: PAGE });
		if (rows.length > 0) yield rows;
		const last = rows.at(-1);
		if (last === undefined || rows.length < PAGE) return;
		after = last.userId;
	}
}

const findByEmail = readRow((db, { emailKey }: Bound<{ readonly emailKey: string }>) =>
	db.select({ userId: users.id }).from(users).where(eq(users.emailKey, emailKey)).limit(1),
);

/** Returns the id of the account with an address; undefined when there is none. */
export const findUserIdByEmail = async (store: Store, emailKey: string): Promise<string | undefined> =>
	(await findByEmail(store, { emailKey }))?.userId;
