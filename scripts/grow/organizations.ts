import type {
	ApiKeyRow,
	InvitationRow,
	JobRow,
	MembershipRow,
	OrganizationBlockRow,
	PasskeyRow,
	SearchTermRow,
	ServiceStateRow,
	UserIdentityRow,
	UserRow,
} from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { exactWord, wordsOf } from "#kernel/search-words";
import { emailKey } from "#kernel/text";
import { COMPLETE, entryTerms, progressKey } from "#platform/search";
import { PLATFORM } from "#platform/unit-of-work";
import type { GrownMeeting } from "./meetings.ts";
import { DOMAINS } from "./names.ts";
import { ADMINISTRATOR, PASSWORD_HASH } from "./plan.ts";
import type { Random } from "./random.ts";
import type { GrownWorkspace } from "./workspaces.ts";
import type { Organization, Person, Population } from "./world.ts";

/** Lifetime of an invitation, as the product sets it. */
const INVITATION_MS = 7 * DAY_MS;

/** Returns the rows of all people. */
export function* userRows({ administrator, people }: Population): Generator<UserRow> {
	for (const person of [administrator, ...people]) yield toUserRow(person);
}

/** Returns the row of a generated person. */
export const toUserRow = ({ id, email, name, createdAtMs, isAdministrator }: Person): UserRow => ({
	id,
	email,
	emailKey: emailKey(email),
	emailVerifiedAtMs: createdAtMs,
	name,
	passwordHash: isAdministrator ? ADMINISTRATOR.passwordHash : PASSWORD_HASH,
	passwordInitial: false,
	passwordVersion: 1,
	sessionEpoch: 1,
	systemAdmin: isAdministrator,
	state: "active",
	locale: null,
	timezone: null,
	avatarUrl: null,
	version: 1,
	createdAtMs,
	updatedAtMs: createdAtMs,
});

/** Returns all memberships in the order in which they came about, so that those of one organization lie apart. */
export function membershipRows({ organizations }: Population): MembershipRow[] {
	const rows = organizations.flatMap(({ row, members }) =>
		members.map(({ person, role, joinedAtMs }) => ({
			orgId: row.id,
			userId: person.id,
			role,
			joinedAtMs,
			updatedAtMs: joinedAtMs,
			version: 1,
		})),
	);
	return rows.sort((a, b) => a.joinedAtMs - b.joinedAtMs);
}

/** Returns the block of each suspended organization. */
export function* blockRows(random: Random, { organizations, world }: Population): Generator<OrganizationBlockRow> {
	for (const { row } of organizations) {
		if (row.state !== "suspended") continue;
		const createdAtMs = world.nowMs - random.below(80 * DAY_MS);
		yield {
			orgId: row.id,
			id: random.id("blk", createdAtMs),
			authority: random.pick(["system", "billing", "security", "owner"] as const),
			reasonCode: "nonpayment",
			reason: null,
			expiresAtMs: null,
			liveMeetings: "drain",
			createdBy: world.administrator.id,
			createdAtMs,
		};
	}
}

/** Returns invitations: some of a hundred in the largest organization for each of its members, one in every third other. */
export function* invitationRows(random: Random, { organizations, world }: Population): Generator<InvitationRow> {
	for (const { row, members } of organizations) {
		const [owner] = members;
		if (!owner || row.state !== "active") continue;
		const count = members.length > 1000 ? Math.floor(members.length / 50) : random.chance(0.3) ? 1 : 0;
		for (let n = 0; n < Math.max(count, members.length >= 100 ? 50 : 0); n++)
			yield newInvitation(random, { row, members }, owner.person.id, n, world.nowMs);
	}
}

function newInvitation(random: Random, { row, members }: Organization, invitedBy: string, n: number, nowMs: number) {
	const state = random.pick(["pending", "pending", "accepted", "revoked"] as const);
	const createdAtMs = nowMs - random.below((state === "pending" ? 14 : 80) * DAY_MS);
	const accepted = state === "accepted" ? random.pick(members).person : null;
	const email = accepted?.email ?? `invited.${n}.${row.slug.slice(-20)}@${random.pick(DOMAINS)}`;
	return {
		orgId: row.id,
		id: random.id("inv", createdAtMs),
		email,
		emailKey: emailKey(email),
		role: "member" as const,
		tokenHash: random.digest(),
		mailed: true,
		delivery: "sent" as const,
		state,
		invitedBy,
		createdAtMs,
		expiresAtMs: createdAtMs + INVITATION_MS,
		acceptedAtMs: accepted ? createdAtMs + 3_600_000 : null,
		acceptedBy: accepted?.id ?? null,
	};
}

/** Returns API keys: 50 in the largest organization, one in some others. */
export function* apiKeyRows(random: Random, { organizations, world }: Population): Generator<ApiKeyRow> {
	for (const { row, members } of organizations) {
		const [owner] = members;
		if (!owner || row.state !== "active") continue;
		const count = members.length >= 100 ? 50 : random.chance(0.15) ? 1 : 0;
		for (let n = 0; n < count; n++) {
			const createdAtMs = world.nowMs - random.below(80 * DAY_MS);
			yield {
				orgId: row.id,
				id: random.id("key", createdAtMs),
				name: `Sync ${n + 1}`,
				keyHash: random.digest(),
				hint: random.digest().slice(-4),
				previousHash: null,
				previousExpiresAtMs: null,
				scopes: ["org:read"],
				allowedIps: [],
				createdBy: owner.person.id,
				makerState: "active",
				expiresAtMs: null,
				lastUsedAtMs: createdAtMs,
				revokedAtMs: random.chance(0.1) ? createdAtMs : null,
				version: 1,
				createdAtMs,
				updatedAtMs: createdAtMs,
			};
		}
	}
}

/** Returns jobs: the purge of each organization about to be deleted, and twice as many that are done as organizations are gone. */
export function* jobRows(random: Random, { organizations, world }: Population): Generator<JobRow> {
	for (const { row } of organizations) {
		const isPending = row.state === "pending_deletion";
		if (!isPending && !random.chance(0.3)) continue;
		const createdAtMs = row.deletedAtMs ?? world.nowMs - random.below(6 * DAY_MS);
		yield {
			id: random.id("job", createdAtMs),
			orgId: isPending ? row.id : null,
			queue: isPending ? "organizations.purge" : "lockouts",
			uniqueKey: null,
			payload: isPending ? { purgeAtMs: row.purgeAtMs } : { id: random.id("fsi", createdAtMs) },
			state: isPending ? "ready" : "done",
			attempts: isPending ? 0 : 1,
			maxAttempts: 10,
			runAtMs: isPending ? (row.purgeAtMs ?? createdAtMs) : createdAtMs,
			scheduledAtMs: createdAtMs,
			leaseToken: null,
			lastError: null,
			progress: null,
			createdAtMs,
			endedAtMs: isPending ? null : createdAtMs,
		};
	}
}

/** Returns the identities at a provider of every tenth person. */
export function* identityRows({ people }: Population): Generator<UserIdentityRow> {
	for (const [n, { id, createdAtMs }] of people.entries())
		if (n % 10 === 0) yield { issuer: "https://id.campus.example", subject: `s-${n}`, userId: id, createdAtMs };
}

/** Returns the passkeys of every hundredth person. */
export function* passkeyRows(random: Random, { people }: Population): Generator<PasskeyRow> {
	for (const [n, { id, createdAtMs }] of people.entries()) {
		if (n % 100 !== 50) continue;
		yield {
			id: random.salt(),
			userId: id,
			name: "Phone",
			publicKey: random.digest(),
			counter: 1,
			transports: ["internal"],
			multiDevice: true,
			backedUp: true,
			createdAtMs,
			lastUsedAtMs: null,
		};
	}
}

/**
 * Returns the rows of the search index: of the members and workspaces of each organization, and of all organizations but
 * purged ones.
 */
export function* searchRows(
	{ organizations }: Population,
	workspaces: readonly GrownWorkspace[],
	meetings: readonly GrownMeeting[],
): Generator<SearchTermRow> {
	for (const { row } of meetings) {
		const entry = { orgId: row.orgId, collection: MEETING, position: row.startsAtMs, id: row.id };
		yield* entryTerms(entry, wordsOf([row.title]));
	}
	for (const { row } of workspaces) {
		const { orgId, id, nameKey, createdAtMs } = row;
		const entry = { orgId, collection: WORKSPACE, position: createdAtMs, id, sortKey: nameKey };
		yield* entryTerms(entry, wordsOf([row.name, row.slug]));
	}
	for (const { row, members } of organizations) {
		const { id, nameKey, createdAtMs } = row;
		if (row.state === "deleted") continue;
		const listed = { orgId: PLATFORM, collection: ORGANIZATION, position: createdAtMs, id, sortKey: nameKey };
		const words = [...wordsOf([row.name, row.slug]), ...row.allowedDomains.map(exactWord)];
		yield* entryTerms(listed, words);
		for (const { person, joinedAtMs } of members) {
			const entry = { orgId: id, collection: MEMBER, position: joinedAtMs, id: person.id };
			yield* entryTerms(entry, wordsOf([person.name, person.email]));
		}
	}
}

const ORGANIZATION = "organization";
const MEMBER = "member";
const WORKSPACE = "workspace";
const MEETING = "meeting";

/** Returns the note that the search index has been built, so that the product does not build it. */
export const searchState = (nowMs: number): ServiceStateRow[] =>
	[ORGANIZATION, MEMBER, WORKSPACE, MEETING].map((collection) => ({
		key: progressKey(collection),
		value: COMPLETE,
		updatedAtMs: nowMs,
	}));
