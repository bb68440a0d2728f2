import { createHash } from "node:crypto";
import type { SessionRow, UserRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import type { NewId } from "#kernel/ids";
import type { RequestContext } from "#kernel/request-context";
import type { Scope } from "#kernel/scopes";
import { randomToken } from "#kernel/secrets";
import { lockMembershipForShare, type MembershipOfUser } from "#modules/identity/users";
import { type PrincipalRole, ROLE_SCOPES } from "#modules/tenancy/permissions";
import { noSuchOrganization, organizationGone } from "./errors.ts";
import { readOrganizationState, type StoredSession } from "./repository.ts";
import type { DeviceInfo } from "./schemas.ts";

/** Maximum lifetime of a session, however active it is, in ms. */
export const ABSOLUTE_LIFETIME_MS = 30 * DAY_MS;

/** Time after which a session ends unless it is refreshed, in ms. */
export const IDLE_LIFETIME_MS = 7 * DAY_MS;

/** Whether a session was revoked, by itself or with all others of its user, or has expired. */
export const hasEnded = (
	{ revokedAtMs, expiresAtMs, idleExpiresAtMs, epoch, userEpoch }: StoredSession,
	nowMs: number,
): boolean => revokedAtMs !== null || epoch !== userEpoch || nowMs >= expiresAtMs || nowMs >= idleExpiresAtMs;

/** Returns the stored form of a refresh token: 256 random bits need no slow hash. */
export const hashRefreshToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Rights of a person in an organization, or in none. */
export interface Access {
	readonly orgId: string | null;
	readonly role: PrincipalRole | null;
	readonly scopes: readonly Scope[];
}

/**
 * Returns the access a session starts with: in the requested organization, else in that of the oldest membership in an
 * active organization. Null when the user is not a member of the requested one.
 */
export function resolveAccess(
	user: UserRow,
	memberships: readonly MembershipOfUser[],
	orgId: string | undefined,
): Access | null {
	const requested = memberships.find((membership) => membership.orgId === orgId);
	if (orgId !== undefined && !requested && !user.systemAdmin) return null;
	const chosen = requested ?? memberships.find(({ state }) => state === "active") ?? memberships[0];
	if (user.systemAdmin)
		return {
			orgId: orgId ?? chosen?.orgId ?? null,
			role: "system_admin",
			scopes: ROLE_SCOPES.system_admin,
		};
	if (!chosen) return { orgId: null, role: null, scopes: [] };
	return { orgId: chosen.orgId, role: chosen.role, scopes: ROLE_SCOPES[chosen.role] };
}

/**
 * Reads a user's access in an organization (null: in none) with a shared lock on the membership. Returns null when the
 * user is not a member. A system administrator needs no membership, but the organization must exist.
 * @throws `not_found` `purged`
 */
export async function lockAccess(tx: Db, user: UserRow, orgId: string | null): Promise<Access | null> {
	const membership = orgId === null ? undefined : await lockMembershipForShare(tx, orgId, user.id);
	if (orgId !== null && !membership && user.systemAdmin) await assertOrganizationExists(tx, orgId);
	return resolveAccess(user, membership ? [membership] : [], orgId ?? undefined);
}

/** Asserts that sessions may be in an organization. @throws `not_found` `purged` */
export async function assertOrganizationExists(db: ReadDb, orgId: string): Promise<void> {
	const state = await readOrganizationState(db, orgId);
	if (state === undefined) throw noSuchOrganization();
	if (state === "deleted") throw organizationGone();
}

/** Returns the row of a new session, and its refresh token. */
export function newSession(
	newId: NewId,
	context: RequestContext,
	user: UserRow,
	orgId: string | null,
	options: { readonly nowMs: number; readonly authMethods: readonly string[]; readonly device: DeviceInfo | undefined },
): { row: SessionRow; refreshToken: string } {
	const refreshToken = randomToken(32);
	const row: SessionRow = {
		id: newId("ses"),
		userId: user.id,
		epoch: user.sessionEpoch,
		orgId,
		refreshHash: hashRefreshToken(refreshToken),
		device: options.device ? { ...options.device } : null,
		ip: context.ip,
		userAgent: context.userAgent,
		authMethods: [...options.authMethods],
		createdAtMs: options.nowMs,
		lastSeenAtMs: options.nowMs,
		expiresAtMs: options.nowMs + ABSOLUTE_LIFETIME_MS,
		idleExpiresAtMs: options.nowMs + IDLE_LIFETIME_MS,
		revokedAtMs: null,
		revokedReason: null,
	};
	return { row, refreshToken };
}
