import { createHash } from "node:crypto";
import type { SessionRow, UserRow } from "#db/schema";
import type { Db } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import type { NewId } from "#kernel/ids";
import type { RequestContext } from "#kernel/request-context";
import type { Scope } from "#kernel/scopes";
import { randomToken } from "#kernel/secrets";
import { type PrincipalRole, ROLE_SCOPES } from "#modules/permissions";
import { lockMembershipForShare, type MembershipOfUser } from "#modules/users";
import type { DeviceInfo } from "./schemas.ts";

/** A session ends after this long, however active it is. */
export const ABSOLUTE_LIFETIME_MS = 30 * DAY_MS;

/** A session ends when it was not refreshed for this long. */
export const IDLE_LIFETIME_MS = 7 * DAY_MS;

/** Whether a session was ended or outlived its time. */
export const hasEnded = (
	{ revokedAtMs, expiresAtMs, idleExpiresAtMs }: Pick<SessionRow, "revokedAtMs" | "expiresAtMs" | "idleExpiresAtMs">,
	nowMs: number,
): boolean => revokedAtMs !== null || nowMs >= expiresAtMs || nowMs >= idleExpiresAtMs;

/** A refresh token as stored: 256 random bits need no slow hash. */
export const hashRefreshToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** What a person may do in one organization, or none. */
export interface Access {
	readonly orgId: string | null;
	readonly role: PrincipalRole | null;
	readonly scopes: readonly Scope[];
}

/** The access a session starts with: the organization asked for, else the oldest membership in an active organization. */
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
 * The access of a person in one organization (null: in none) as it is now and stays until the transaction ends; null
 * when they do not belong to it.
 */
export async function lockAccess(tx: Db, user: UserRow, orgId: string | null): Promise<Access | null> {
	const membership = orgId === null ? undefined : await lockMembershipForShare(tx, orgId, user.id);
	return resolveAccess(user, membership ? [membership] : [], orgId ?? undefined);
}

/** A new session and the refresh token that is shown once. */
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
