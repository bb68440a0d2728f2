/** Numbers of what a grown database holds. */
export interface Sizes {
	readonly organizations: number;
	/** Members of the largest organization; most others have 1…5. */
	readonly members: number;
	readonly sessions: number;
	/** How many of the sessions belong to one person. */
	readonly sessionsOfOne: number;
	readonly events: number;
	/** At least `events`: every event has its entry, and refusals have an entry alone. */
	readonly auditEntries: number;
}

/** Sizes by name. */
export const SIZES = {
	small: sized(1_000, 100),
	medium: sized(10_000, 200),
	large: sized(100_000, 2_000),
} as const;

/** The name of a size. */
export type SizeName = keyof typeof SIZES;

function sized(organizations: number, sessionsOfOne: number): Sizes {
	const events = organizations * 10;
	return {
		organizations,
		members: organizations / (organizations > 1_000 ? 1 : 10),
		sessions: organizations,
		sessionsOfOne,
		events,
		auditEntries: events + events / 50,
	};
}

/** Password of every generated person but the administrator. */
export const PASSWORD = "a perfectly long password";
/** {@link PASSWORD} hashed at the lowest cost, once: hashing it for each person would take hours. */
export const PASSWORD_HASH =
	"$argon2id$v=19$m=1024,t=1,p=1$iDy/wyn1JCPqzI/4SY51hntcbDdIH/M0nDXIsyWaMeg$5RI+2u1YjEcACyFjSuXwZ9wwedeIIr8xKKmWvk663kc";
/** The system administrator. */
export const ADMINISTRATOR = {
	email: "root@parley.example",
	password: "correct horse battery",
	passwordHash:
		"$argon2id$v=19$m=1024,t=1,p=1$suMG/dC2zdsqUS1WH84ApG+yQLJBPcssXycxYXIRL6k$0hLnlga425ONgw0stcn5htPE7w7M5i6hLOppuKbAqOs",
} as const;

/** Number of organizations of {@link MIDDLE_MEMBERS} members: the same at every size, so that their purge can be compared. */
export const MIDDLE_ORGANIZATIONS = 20;
/** Number of members of each. */
export const MIDDLE_MEMBERS = 50;

/** What somebody who uses a grown database has to know about it; stored in it, under the key {@link WORLD_KEY}. */
export interface World {
	readonly sizes: Sizes;
	readonly seed: number;
	/** Time at which it was in use last, Unix ms: sessions live on from there. */
	readonly nowMs: number;
	readonly password: string;
	readonly administrator: { readonly id: string; readonly email: string; readonly password: string };
	/** The largest organization, with two of its owners and the member with many sessions. */
	readonly giant: {
		readonly orgId: string;
		readonly owner: { readonly id: string; readonly email: string };
		readonly otherOwner: { readonly id: string; readonly email: string };
		readonly busy: { readonly id: string; readonly email: string };
	};
	/** Organizations of {@link MIDDLE_MEMBERS} members. */
	readonly middle: readonly string[];
}

/** Key of the {@link World} in the table `service_state`. */
export const WORLD_KEY = "scripts.grow";
