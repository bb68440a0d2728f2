import { and, eq, isNull } from "drizzle-orm";
import { dialect } from "#db/dialect";
import { forChangeUnder, forShare, forShareUnder, forUpdate } from "#db/dsl";
import {
	type MeetingState,
	meetings,
	memberships,
	type OrganizationState,
	organizations,
	type ParticipantState,
	participants,
	sessions,
	type UserRow,
	userIdentities,
	users,
} from "#db/schema";
import { type Bound, readRow } from "#db/statement";
import type { Db, ReadDb, Store } from "#db/store";
import type { Role } from "#modules/tenancy/permissions";
import { contentId } from "#platform/configuration";

/** A session with its user, membership and organization. */
export interface AuthorityRow {
	readonly userId: string | null;
	readonly userState: UserRow["state"] | null;
	readonly systemAdmin: boolean;
	/** Whether the password of the user is one to be changed. */
	readonly passwordInitial: boolean;
	readonly revokedAtMs: number | null;
	readonly expiresAtMs: number;
	readonly idleExpiresAtMs: number;
	readonly authMethods: readonly string[];
	readonly locale: string | null;
	readonly role: Role | null;
	readonly orgState: OrganizationState | null;
	/** What is cached of the organization is up to date while it has this version. */
	readonly orgVersion: number | null;
	/** The same of the configuration of the installation. */
	readonly configurationId: string | null;
}

/** The session, and the organization: an empty id for none. */
type AuthorityKey = { readonly sessionId: string; readonly orgId: string };

const selectAuthority = (db: ReadDb, { sessionId, orgId }: Bound<AuthorityKey>) =>
	db
		.select({
			userId: users.id,
			userState: users.state,
			locale: users.locale,
			systemAdmin: users.systemAdmin,
			passwordInitial: users.passwordInitial,
			revokedAtMs: sessions.revokedAtMs,
			expiresAtMs: sessions.expiresAtMs,
			idleExpiresAtMs: sessions.idleExpiresAtMs,
			authMethods: sessions.authMethods,
			role: memberships.role,
			orgState: organizations.state,
			orgVersion: organizations.version,
			configurationId: contentId,
		})
		.from(sessions)
		.crossJoin(users) // SQLite executes it in the order it is written, whatever its statistics say.
		.leftJoin(memberships, and(eq(memberships.orgId, orgId), eq(memberships.userId, users.id)))
		.leftJoin(organizations, eq(organizations.id, orgId))
		.where(and(eq(sessions.id, sessionId), eq(users.id, sessions.userId), eq(users.sessionEpoch, sessions.epoch)))
		.limit(1);

const sessionAuthority = readRow(selectAuthority);
const lockedAuthority = readRow((db, key: Bound<AuthorityKey>) =>
	forShareUnder(selectAuthority(db, key), users, sessions),
);

/** Reads the current authority of a session in an organization (null: in none); undefined when its epoch has ended. */
export async function readSessionAuthority(
	store: Store,
	sessionId: string,
	orgId: string | null,
): Promise<AuthorityRow | undefined> {
	return sessionAuthority(store, { sessionId, orgId: orgId ?? "" });
}

/**
 * Reads the same with shared locks: the session cannot be ended before the transaction ends, neither by itself nor with
 * all others of its user.
 */
export async function lockSessionAuthority(
	tx: Db,
	sessionId: string,
	orgId: string | null,
): Promise<AuthorityRow | undefined> {
	return lockedAuthority(tx, { sessionId, orgId: orgId ?? "" });
}

type ById = Bound<{ orgId: string }>;
const selectOrganization = (db: ReadDb, { orgId }: ById) =>
	db
		.select({ state: organizations.state, version: organizations.version, configurationId: contentId })
		.from(organizations)
		.where(eq(organizations.id, orgId))
		.limit(1);
const organizationState = readRow(selectOrganization);
const organizationForUpdate = readRow((db, key: ById) => forUpdate(selectOrganization(db, key)));
const organizationForShare = readRow((db, key: ById) => forShare(selectOrganization(db, key), organizations));

/**
 * Locks an organization, its members and their roles until the transaction ends: exclusively for a change of the
 * organization itself, shared for changes that only depend on it. SQLite has a single writer, so there is nothing to lock.
 */
export async function lockOrganization(tx: Db, orgId: string, isExclusive: boolean): Promise<void> {
	if (dialect === "sqlite") return;
	await (isExclusive ? organizationForUpdate : organizationForShare)(tx, { orgId });
}

const linkedUser = readRow((db, { issuer, subject }: Bound<{ issuer: string; subject: string }>) =>
	db
		.select({ userId: users.id, userState: users.state, locale: users.locale })
		.from(userIdentities)
		.crossJoin(users)
		.where(
			and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject), eq(users.id, userIdentities.userId)),
		)
		.limit(1),
);

/** What a person is in an organization. */
export interface PersonRow {
	readonly state: UserRow["state"];
	readonly systemAdmin: boolean;
	/** Null: they are no member. */
	readonly role: Role | null;
}

/** Reads what a person is in an organization now; undefined when there is no such account. */
export const readPerson: (
	db: ReadDb,
	key: { readonly orgId: string; readonly userId: string },
) => Promise<PersonRow | undefined> = readRow(
	(db, { orgId, userId }: Bound<{ readonly orgId: string; readonly userId: string }>) =>
		db
			.select({ state: users.state, systemAdmin: users.systemAdmin, role: memberships.role })
			.from(users)
			.leftJoin(memberships, and(eq(memberships.orgId, orgId), eq(memberships.userId, users.id)))
			.where(eq(users.id, userId))
			.limit(1),
);

/** What is ours of an external token's authority. */
export type ExternalAuthorityRow = Pick<
	AuthorityRow,
	"userId" | "userState" | "locale" | "orgState" | "orgVersion" | "configurationId"
>;

/** Reads the state of an external token's organization, and of the local user linked to its subject. */
export async function readExternalAuthority(
	db: ReadDb,
	{ issuer, subject, orgId }: { issuer: string; subject: string; orgId: string | null },
): Promise<ExternalAuthorityRow> {
	const [user, organization] = await Promise.all([
		linkedUser(db, { issuer, subject }),
		orgId === null ? undefined : organizationState(db, { orgId }),
	]);
	return {
		userId: user?.userId ?? null,
		userState: user?.userState ?? null,
		locale: user?.locale ?? null,
		orgState: organization?.state ?? null,
		orgVersion: organization?.version ?? null,
		configurationId: organization?.configurationId ?? null,
	};
}

/** A guest with their meeting and its organization. */
export interface GuestAuthorityRow {
	readonly state: ParticipantState;
	readonly meetingId: string;
	readonly meetingState: MeetingState;
	readonly orgState: OrganizationState;
	readonly orgVersion: number;
	readonly configurationId: string;
}

type GuestKey = { readonly orgId: string; readonly participantId: string };

/** A person of the organization never holds such a token: a row with a user id is none. */
const selectGuest = (db: ReadDb, { orgId, participantId }: Bound<GuestKey>) =>
	db
		.select({
			state: participants.state,
			meetingId: participants.meetingId,
			meetingState: meetings.state,
			orgState: organizations.state,
			orgVersion: organizations.version,
			configurationId: contentId,
		})
		.from(participants)
		.crossJoin(meetings)
		.crossJoin(organizations)
		.where(
			and(
				eq(participants.orgId, orgId),
				eq(participants.id, participantId),
				isNull(participants.userId),
				eq(meetings.orgId, orgId),
				eq(meetings.id, participants.meetingId),
				isNull(meetings.deletedAtMs),
				eq(organizations.id, orgId),
			),
		)
		.limit(1);

const guestAuthority = readRow(selectGuest);
// The meeting first, as whoever changes a participant locks it.
const lockedGuestAuthority = readRow((db, key: Bound<GuestKey>) =>
	forChangeUnder(selectGuest(db, key), meetings, participants),
);

/** Reads what a guest's token is worth now; undefined when there is no such guest. */
export const readGuestAuthority = (
	store: Store,
	orgId: string,
	participantId: string,
): Promise<GuestAuthorityRow | undefined> => guestAuthority(store, { orgId, participantId });

/** Reads the same with locks: neither the meeting nor the guest is changed by others before the transaction ends. */
export const lockGuestAuthority = (
	tx: Db,
	orgId: string,
	participantId: string,
): Promise<GuestAuthorityRow | undefined> => lockedGuestAuthority(tx, { orgId, participantId });
