import type { Role, StoredOrganization } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { slugify, sortKey } from "#kernel/text";
import { DOMAINS, organizationName, personName } from "./names.ts";
import { ADMINISTRATOR, MIDDLE_MEMBERS, MIDDLE_ORGANIZATIONS, PASSWORD, type Sizes, type World } from "./plan.ts";
import type { Random } from "./random.ts";

/** A generated person. */
export interface Person {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly createdAtMs: number;
	readonly isAdministrator: boolean;
}

/** A generated membership. */
export interface Member {
	readonly person: Person;
	readonly role: Role;
	readonly joinedAtMs: number;
}

/** A generated organization with its members, the owner first. Purged ones have none. */
export interface Organization {
	readonly row: StoredOrganization;
	readonly members: readonly Member[];
}

/** Everybody and every organization, from which the rows of all tables are made. */
export interface Population {
	readonly world: World;
	readonly administrator: Person;
	/** Oldest first, without the administrator. */
	readonly people: readonly Person[];
	/** Oldest first; the largest comes first. */
	readonly organizations: readonly Organization[];
}

/** Organizations are created in this time before {@link LOG_DAYS}, in days. */
const FOUNDING_DAYS = 700;
/** Time in which most of the log was written, in days before now. */
export const LOG_DAYS = 90;

/** Roles of the members of the largest organization but the first, and of how many in a thousand. */
const ROLE_SHARES: readonly (readonly [Role, number])[] = [
	["student", 560],
	["member", 280],
	["teacher", 120],
	["manager", 20],
	["guest", 15],
	["billing", 3],
	["auditor", 2],
];
const OWNERS = 5;
const ADMINS = 5;
/** Place of the person with many sessions among the members of the largest organization. */
const BUSY = OWNERS + ADMINS;

/** Makes up people and organizations. */
export function populate(random: Random, sizes: Sizes, seed: number, nowMs: number): Population {
	const startMs = nowMs - (LOG_DAYS + FOUNDING_DAYS) * DAY_MS;
	const foundingMs = FOUNDING_DAYS * DAY_MS;
	const people: Person[] = [];
	const enter: Enter = (createdAtMs) => {
		const person = newPerson(random, people.length, createdAtMs);
		people.push(person);
		return person;
	};

	const giantMembers = Array.from({ length: sizes.members }, (_, n): Member => {
		const joinedAtMs = Math.floor(startMs + (n * foundingMs) / sizes.members);
		return { person: enter(joinedAtMs), role: roleInGiant(random, n), joinedAtMs };
	});
	// A fifth of the members of others belong somewhere already; one in twenty is one of a few who belong to many.
	const known = { people, consultants: people.length < 100 ? people : people.slice(50, 100) };
	const organizations = Array.from({ length: sizes.organizations }, (_, n): Organization => {
		const isSpecial = n <= MIDDLE_ORGANIZATIONS;
		const createdAtMs = Math.floor(startMs + (n * foundingMs) / sizes.organizations);
		const row = newOrganization(random, n, { createdAtMs, nowMs, state: isSpecial ? "active" : stateOf(random) });
		if (n === 0) return { row, members: giantMembers };
		if (row.state === "deleted") return { row, members: [] };
		const size = isSpecial ? MIDDLE_MEMBERS : 1 + fewOthers(random);
		return { row, members: newMembers(random, size, createdAtMs, enter, known) };
	});

	const administrator: Person = {
		...newPerson(random, 0, startMs - DAY_MS),
		email: ADMINISTRATOR.email,
		name: "Administrator",
		isAdministrator: true,
	};
	const giant = (place: number) =>
		identityOf(giantMembers[Math.min(place, sizes.members - 1)]?.person ?? administrator);
	const world: World = {
		sizes,
		seed,
		nowMs,
		password: PASSWORD,
		administrator: { id: administrator.id, email: administrator.email, password: ADMINISTRATOR.password },
		giant: { orgId: organizations[0]?.row.id ?? "", owner: giant(0), otherOwner: giant(1), busy: giant(BUSY) },
		middle: organizations.slice(1, 1 + MIDDLE_ORGANIZATIONS).map(({ row }) => row.id),
	};
	return { world, administrator, people, organizations };
}

/** Adds a new person who appears at this time, Unix ms. */
type Enter = (createdAtMs: number) => Person;

/** Returns the members of a small organization, its owner first. */
function newMembers(
	random: Random,
	size: number,
	createdAtMs: number,
	enter: Enter,
	known: { readonly people: readonly Person[]; readonly consultants: readonly Person[] },
): Member[] {
	const members: Member[] = [{ person: enter(createdAtMs), role: "owner", joinedAtMs: createdAtMs }];
	const ids = new Set(members.map(({ person }) => person.id));
	while (members.length < size) {
		const others = random.chance(0.25) ? known.consultants : known.people;
		const person = random.chance(0.2) ? random.pick(others) : enter(createdAtMs);
		if (ids.has(person.id)) continue;
		ids.add(person.id);
		members.push({ person, role: roleInSmall(random), joinedAtMs: createdAtMs + members.length * 60_000 });
	}
	return members;
}

const identityOf = ({ id, email }: Person) => ({ id, email });

function newPerson(random: Random, n: number, createdAtMs: number): Person {
	const name = personName(random);
	const email = `${slugify(name).replaceAll("-", ".")}.${n}@${random.pick(DOMAINS)}`;
	return { id: random.id("usr", createdAtMs), email, name, createdAtMs, isAdministrator: false };
}

function roleInGiant(random: Random, n: number): Role {
	if (n < OWNERS) return "owner";
	if (n < OWNERS + ADMINS) return "admin";
	let rest = random.below(1000);
	for (const [role, share] of ROLE_SHARES) {
		if (rest < share) return role;
		rest -= share;
	}
	return "member";
}

/** Returns how many members an organization has beside its founder: 0…4, mostly few. */
const fewOthers = (random: Random): number => Math.floor((random.below(1000) / 1000) ** 2 * 5);

const roleInSmall = (random: Random): Role => (random.chance(0.1) ? "owner" : random.chance(0.2) ? "admin" : "member");

/** Most organizations are active; one in a hundred of each other state. */
function stateOf(random: Random): StoredOrganization["state"] {
	const drawn = random.below(100);
	return drawn === 0 ? "suspended" : drawn === 1 ? "pending_deletion" : drawn === 2 ? "deleted" : "active";
}

const TYPES = ["education", "business", "nonprofit", "government", "healthcare", "community", "personal"] as const;
const TIMEZONES = ["Europe/Paris", "America/New_York", "Asia/Tokyo", "Europe/Warsaw"] as const;

/** What is decided about an organization before its row is made. */
interface Fate {
	readonly createdAtMs: number;
	readonly nowMs: number;
	readonly state: StoredOrganization["state"];
}

function newOrganization(random: Random, n: number, fate: Fate): StoredOrganization {
	const { createdAtMs, state } = fate;
	const id = random.id("org", createdAtMs);
	const name = organizationName(random, n);
	const blank: StoredOrganization = {
		id,
		name,
		nameKey: sortKey(name),
		slug: `${slugify(name)}-${n}`,
		externalId: random.chance(0.3) ? `crm-${n}` : null,
		// Only schools have teachers and students, as the largest one has.
		orgType: n === 0 ? "education" : random.pick(TYPES),
		billingAccountId: null,
		settings: {},
		retentionPolicy: {},
		allowedDomains: [],
		featureFlags: {},
		aiPolicy: {},
		planCode: null,
		paidSeats: null,
		entitlementOverrides: {},
		metadata: {},
		state,
		stateBeforeDeletion: null,
		deletionAuthority: null,
		version: state === "active" ? 1 : 2,
		createdAtMs,
		updatedAtMs: createdAtMs,
		purgeAtMs: null,
		deletedAtMs: null,
	};
	if (state === "deleted") return toTombstone(blank);
	const row = random.chance(0.3) ? withOverrides(random, blank, n) : blank;
	return state === "pending_deletion" ? withDeletion(random, row, fate.nowMs) : row;
}

const toTombstone = (row: StoredOrganization): StoredOrganization => ({
	...row,
	name: "",
	nameKey: "",
	slug: row.id,
	externalId: null,
	purgeAtMs: row.createdAtMs,
	deletedAtMs: row.createdAtMs,
});

const withOverrides = (random: Random, row: StoredOrganization, n: number): StoredOrganization => ({
	...row,
	settings: { timezone: random.pick(TIMEZONES) },
	retentionPolicy: random.chance(0.2) ? { transcripts: "180d" } : {},
	allowedDomains: [random.pick(DOMAINS)],
	metadata: random.chance(0.5) ? { account: `A-${n}`, room: "Ä 12" } : {},
	version: row.version + 1,
});

/** Asked for in the last month; the purge lies a month ahead of that. */
function withDeletion(random: Random, row: StoredOrganization, nowMs: number): StoredOrganization {
	const deletedAtMs = nowMs - random.below(29 * DAY_MS);
	return {
		...row,
		stateBeforeDeletion: "active",
		deletionAuthority: "owner",
		updatedAtMs: deletedAtMs,
		deletedAtMs,
		purgeAtMs: deletedAtMs + 30 * DAY_MS,
	};
}
