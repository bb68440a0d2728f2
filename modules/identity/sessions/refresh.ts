import type { SessionRow, SpentRefreshTokenRow, UserRow } from "#db/schema";
import type { Db, Store } from "#db/store";
import type { RequestContext } from "#kernel/request-context";
import { randomToken } from "#kernel/secrets";
import { findUser, listMembershipsOfUser } from "#modules/identity/users";
import type { Core } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { type Access, hasEnded, hashRefreshToken, IDLE_LIFETIME_MS, lockAccess, resolveAccess } from "./access.ts";
import { actingAs } from "./actor.ts";
import {
	accountInactive,
	notAMember,
	refreshTokenReused,
	sessionEnded,
	sessionSwitchedElsewhere,
	unknownRefreshToken,
} from "./errors.ts";
import { facts } from "./facts.ts";
import {
	canHaveTokens,
	findSession,
	type StoredSession,
	sessionsRepository,
	spentTokensRepository,
} from "./repository.ts";

/** Time for which a repeated refresh returns the same token, for clients that lost the response, in ms. */
export const REFRESH_GRACE_MS = 10_000;

export type RefreshDeps = Pick<Core, "store" | "clock" | "unitOfWork" | "vault">;

/** A refreshed session. */
export interface RefreshedSession {
	readonly session: SessionRow;
	readonly user: UserRow;
	readonly access: Access;
	readonly refreshToken: string;
	/** Unix ms at which the session ends unless it is refreshed again. */
	readonly idleExpiresAtMs: number;
}

/**
 * Exchanges a refresh token for its successor (RFC 9700 §4.14.2). Concurrent requests, and one that is repeated within
 * {@link REFRESH_GRACE_MS}, get the same successor while that is current. Any other spent token indicates theft, by either
 * client, so the session ends. A request rejected for lack of access leaves the token valid.
 * @throws `unauthenticated` `session_revoked` `token_revoked` `refresh_token_reused` `org_mismatch` `not_found` `purged`
 */
export async function refreshSession(
	{ store, clock, unitOfWork, vault }: RefreshDeps,
	context: RequestContext,
	{ refreshToken, orgId }: { readonly refreshToken: string; readonly orgId: string | undefined },
): Promise<RefreshedSession> {
	const hash = hashRefreshToken(refreshToken);
	const { session, isSpent } = await findByToken(store, hash);
	if (!session) throw unknownRefreshToken();
	if (hasEnded(session, clock.nowMs())) throw sessionEnded();
	const acting = actingAs(context, { ...session, sessionId: session.id, role: null });
	const targetOrgId = isSpent ? null : await findOrganization(session);
	const refreshed = await unitOfWork.run(acting, (change) => rotate(change, session, targetOrgId), {
		storeOutcome: false,
	});
	if (refreshed === null) throw refreshTokenReused();
	return refreshed;

	/** Returns the requested organization, else the session's if the user is still a member, else the oldest. Null: none. */
	async function findOrganization(current: SessionRow): Promise<string | null> {
		if (orgId !== undefined) return orgId;
		const user = await findUser(store.db, current.userId);
		if (!user) throw accountInactive();
		const memberships = await listMembershipsOfUser(store, user.id);
		const isMember = memberships.some((membership) => membership.orgId === current.orgId);
		const stays = isMember || (user.systemAdmin && (await canHaveTokens(store.db, current.orgId)));
		return resolveAccess(user, memberships, (stays && current.orgId) || undefined)?.orgId ?? null;
	}

	/** Exchanges the current token within a change, or handles a spent one. Returns null when it was stolen. */
	async function rotate(change: Change, from: SessionRow, to: string | null): Promise<RefreshedSession | null> {
		const { tx, nowMs } = change;
		const successor = randomToken(32);
		const idleExpiresAtMs = Math.min(nowMs + IDLE_LIFETIME_MS, from.expiresAtMs);
		const epoch = await sessionsRepository.rotate(tx, hash, {
			refreshHash: hashRefreshToken(successor),
			orgId: to,
			lastSeenAtMs: nowMs,
			idleExpiresAtMs,
			ip: context.ip,
			userAgent: context.userAgent,
		});
		if (epoch === undefined) return reissue(change, from.id);
		const found = await readAccess(tx, { ...from, epoch }, to);
		const successorSealed = vault.seal(successor, sealContext(hash));
		await spentTokensRepository.insert(tx, { tokenHash: hash, sessionId: from.id, spentAtMs: nowMs, successorSealed });
		if (to !== from.orgId) recordSwitch(change, from, to);
		return { ...found, session: from, refreshToken: successor, idleExpiresAtMs };
	}

	/**
	 * Returns the successor of a spent token, which a concurrent request may have spent just now. After the grace period
	 * ends the session instead and returns null.
	 */
	async function reissue(change: Change, id: string): Promise<RefreshedSession | null> {
		const { tx, nowMs } = change;
		const session = await findSession(tx, id);
		if (!session || hasEnded(session, nowMs)) throw sessionEnded();
		const spent = await spentTokensRepository.find(tx, hash);
		const successor = spent && unsealSuccessor(spent, nowMs);
		if (successor == null || hashRefreshToken(successor) !== session.refreshHash) {
			await revokeCompromised(change, session);
			return null;
		}
		// The other request chose the organization; to switch to another, the client must refresh again with the successor.
		if (orgId !== undefined && orgId !== session.orgId) throw sessionSwitchedElsewhere();
		const found = await readAccess(tx, session, session.orgId);
		return { ...found, session, refreshToken: successor, idleExpiresAtMs: session.idleExpiresAtMs };
	}

	/** Returns the successor of a spent token; null after the grace period, or before: then a clock was ahead when it was spent. */
	function unsealSuccessor({ spentAtMs, successorSealed }: SpentRefreshTokenRow, nowMs: number): string | null {
		if (Math.abs(nowMs - spentAtMs) > REFRESH_GRACE_MS || successorSealed === null) return null;
		return vault.open(successorSealed, sealContext(hash));
	}
}

/**
 * Reads the user and their access in an organization (null: in none) within the change. The user need not be locked:
 * whatever revokes their access ends the session or its epoch, and thereby the tokens about to be issued.
 */
async function readAccess(
	tx: Db,
	session: SessionRow,
	orgId: string | null,
): Promise<Pick<RefreshedSession, "user" | "access">> {
	const user = await findUser(tx, session.userId);
	if (user?.state !== "active") throw accountInactive();
	if (user.sessionEpoch !== session.epoch) throw sessionEnded();
	const access = await lockAccess(tx, user, orgId);
	if (!access) throw notAMember();
	return { user, access };
}

/** Returns the associated data that binds a sealed successor to the spent token of this hash. */
export const sealContext = (hash: string): string => `spent_refresh_tokens|successor_sealed|${hash}`;

/** Reads the session of a refresh token, current or spent. */
async function findByToken(
	{ db }: Store,
	hash: string,
): Promise<{ readonly session: StoredSession | undefined; readonly isSpent: boolean }> {
	const session = await sessionsRepository.findByRefreshHash(db, hash);
	if (session) return { session, isSpent: false };
	const spent = await spentTokensRepository.find(db, hash);
	return { session: spent && (await findSession(db, spent.sessionId)), isSpent: true };
}

async function revokeCompromised(change: Change, { id, userId, orgId }: SessionRow): Promise<void> {
	const ended = await sessionsRepository.revoke(change.tx, id, change.nowMs, "refresh_token_reused");
	if (ended.length === 0) return;
	change.invalidate(id);
	change.record(orgId ?? PLATFORM, facts["auth.refresh_token_reused"], {
		id: userId,
		otherTargets: [{ type: "session", id }],
		object: { userId, sessionId: id },
	});
}

function recordSwitch(change: Change, { id, userId, orgId: from }: SessionRow, to: string | null): void {
	const object = { userId, sessionId: id, fromOrgId: from };
	change.record(to ?? PLATFORM, facts["auth.switch_organization"], { id, object });
}
