import { and, eq, inArray } from "drizzle-orm";
import { apiKeys, memberships, users } from "#db/schema";
import { type Bound, type Each, each, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";

type OfIds = { readonly ids: Each<string> };
type OfOrganization = OfIds & { readonly orgId: string };

const listUsers = readRows((db, { ids }: Bound<OfIds>) =>
	db.select({ id: users.id, name: users.name, email: users.email }).from(users).where(inArray(users.id, ids)),
);
const listMembers = readRows((db, { orgId, ids }: Bound<OfOrganization>) =>
	db
		.select({ id: users.id, name: users.name })
		.from(memberships)
		.crossJoin(users)
		.where(and(eq(memberships.orgId, orgId), inArray(memberships.userId, ids), eq(users.id, memberships.userId))),
);
const listKeys = readRows((db, { orgId, ids }: Bound<OfOrganization>) =>
	db
		.select({ id: apiKeys.id, name: apiKeys.name })
		.from(apiKeys)
		.where(and(eq(apiKeys.orgId, orgId), inArray(apiKeys.id, ids))),
);

/** What somebody or something is called now. */
export interface Named {
	readonly name: string;
	/** Absent for what has no address. */
	readonly email?: string;
}

/** Whose names are looked up. */
export interface Unnamed {
	/** People who did something in the organization, members or not. */
	readonly actorIds: ReadonlySet<string>;
	/** What something was done to; only members and API keys of the organization have a name. */
	readonly targetIds: ReadonlySet<string>;
}

/** Names by id, of actors and of targets. */
export interface Names {
	readonly actors: ReadonlyMap<string, Named>;
	readonly targets: ReadonlyMap<string, Named>;
}

/** Maximum number of ids in a statement: those beyond have no name. */
const MOST = 1_024;

/** Returns the ids of a kind, the last one repeated up to a power of two: so that a statement has few forms. */
function idsOf(prefix: string, ids: Iterable<string>): Each<string> {
	const found = [...ids].filter((id) => id.startsWith(prefix)).slice(0, MOST);
	const size = 2 ** Math.ceil(Math.log2(Math.max(1, found.length)));
	return each(Array.from({ length: size }, (_, at) => found[Math.min(at, found.length - 1)] ?? ""));
}

/** Returns the names of actors and targets of entries of an organization, as they are now. */
export async function findNames(db: ReadDb, orgId: string, { actorIds, targetIds }: Unnamed): Promise<Names> {
	const [people, members, keys] = await Promise.all([
		listUsers(db, { ids: idsOf("usr_", actorIds) }),
		listMembers(db, { orgId, ids: idsOf("usr_", targetIds) }),
		listKeys(db, { orgId, ids: idsOf("key_", new Set([...actorIds, ...targetIds])) }),
	]);
	const named = keys.map(({ id, name }): [string, Named] => [id, { name }]);
	return {
		actors: new Map([...named, ...people.map(({ id, ...shown }): [string, Named] => [id, shown])]),
		targets: new Map([...named, ...members.map(({ id, name }): [string, Named] => [id, { name }])]),
	};
}
