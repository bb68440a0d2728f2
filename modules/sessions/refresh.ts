import type { SessionRow, SpentRefreshTokenRow, UserRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { Call } from "#kernel/principal";
import { randomToken, type Vault } from "#kernel/secrets";
import { type Change, type Changes, PLATFORM } from "#modules/changes";
import { listMembershipsOfUser, usersRepository } from "#modules/users";
import { actingAs } from "./acting.ts";
import {
	accountGone,
	notAMember,
	organizationNotActive,
	refreshTokenReused,
	sessionOver,
	unknownRefreshToken,
} from "./errors.ts";
import { sessionsRepository, spentTokensRepository } from "./repository.ts";
import { hashRefreshToken, IDLE_LIFETIME_MS, isOver, type Standing, standingOf } from "./standing.ts";

/** A client that lost the answer to a refresh may ask again for this long and is answered the same token. */
export const REFRESH_GRACE_MS = 10_000;

/** What refreshing rests on. */
export interface RefreshDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly changes: Changes;
	/** Seals successors: the database never holds a token that works. */
	readonly vault: Vault;
}

/** A session that goes on. */
export interface Refreshed {
	readonly session: SessionRow;
	readonly user: UserRow;
	readonly standing: Standing;
	readonly refreshToken: string;
	/** Unix ms at which the session ends unless it is refreshed again. */
	readonly idleExpiresAtMs: number;
}

/**
 * Exchanges a refresh token for its successor (RFC 9700 §4.14.2). Requests that arrive together, and one that is repeated within
 * {@link REFRESH_GRACE_MS}, get the same successor; a token that comes back later was stolen, from us or from the thief, so the
 * session ends. A refusal for want of standing leaves the token in force.
 * @throws `unauthenticated` `session_revoked` `token_revoked` `refresh_token_reused` `org_mismatch` `organization_suspended`
 */
export async function refreshSession(
	{ store, clock, changes, vault }: RefreshDeps,
	call: Call,
	{ refreshToken, orgId }: { readonly refreshToken: string; readonly orgId: string | undefined },
): Promise<Refreshed> {
	const hash = hashRefreshToken(refreshToken);
	const { session, spent } = await findSession(store, hash);
	if (!session) throw unknownRefreshToken();
	if (isOver(session, clock.nowMs())) throw sessionOver();
	const acting = actingAs(call, { ...session, sessionId: session.id, role: null });
	if (spent && isPastGrace(spent, clock.nowMs())) {
		await changes.make(acting, (change) => endCompromised(change, session), { remembered: false });
		throw refreshTokenReused();
	}
	const user = await usersRepository.find(store.db, session.userId);
	if (user?.state !== "active") throw accountGone();
	const standing = await findStanding(user, session, orgId);
	const idleExpiresAtMs = Math.min(clock.nowMs() + IDLE_LIFETIME_MS, session.expiresAtMs);
	const exchanged = await changes.make(acting, (change) => exchange(change, session), { remembered: false });
	if (exchanged === null) throw sessionOver();
	return { session, user, standing, refreshToken: exchanged, idleExpiresAtMs };

	/** The organization asked for, else the session's as long as the person belongs to it, else their oldest. */
	async function findStanding(person: UserRow, current: SessionRow, asked: string | undefined): Promise<Standing> {
		const memberships = await listMembershipsOfUser(store, person.id);
		const stays = current.orgId !== null && memberships.some((membership) => membership.orgId === current.orgId);
		const wanted = asked ?? (stays || person.systemAdmin ? (current.orgId ?? undefined) : undefined);
		const found = standingOf(person, memberships, wanted);
		if (!found) throw notAMember();
		if (found.orgState !== null && found.orgState !== "active") throw organizationNotActive(found.orgState);
		return found;
	}

	/** The token to answer; null when the session was ended meanwhile. */
	async function exchange(change: Change, from: SessionRow): Promise<string | null> {
		const { tx, nowMs } = change;
		const successor = randomToken(32);
		const isFirst = await sessionsRepository.rotate(tx, hash, {
			refreshHash: hashRefreshToken(successor),
			orgId: standing.orgId,
			lastSeenAtMs: nowMs,
			idleExpiresAtMs,
			ip: call.ip,
			userAgent: call.userAgent,
		});
		if (!isFirst) return findSuccessor(change);
		const successorSealed = vault.seal(successor, sealedFor(hash));
		await spentTokensRepository.insert(tx, { tokenHash: hash, sessionId: from.id, spentAtMs: nowMs, successorSealed });
		if (standing.orgId !== from.orgId) recordSwitch(change, from, standing.orgId);
		return successor;
	}

	/** The token was spent before, perhaps a moment ago by a request that came with this one. */
	async function findSuccessor({ tx, nowMs }: Change): Promise<string | null> {
		const before = await spentTokensRepository.find(tx, hash);
		const current = before && (await sessionsRepository.find(tx, before.sessionId));
		if (!current || isOver(current, nowMs) || isPastGrace(before, nowMs)) return null;
		return before.successorSealed === null ? null : vault.open(before.successorSealed, sealedFor(hash));
	}
}

const sealedFor = (hash: string): string => `spent_refresh_tokens|successor_sealed|${hash}`;

const isPastGrace = ({ spentAtMs, successorSealed }: SpentRefreshTokenRow, nowMs: number): boolean =>
	nowMs - spentAtMs > REFRESH_GRACE_MS || successorSealed === null;

/** The session of a refresh token, in force or spent. */
async function findSession(
	{ db }: Store,
	hash: string,
): Promise<{ session?: SessionRow | undefined; spent?: SpentRefreshTokenRow }> {
	const session = await sessionsRepository.findByRefreshHash(db, hash);
	if (session) return { session };
	const spent = await spentTokensRepository.find(db, hash);
	return spent ? { session: await sessionsRepository.find(db, spent.sessionId), spent } : {};
}

async function endCompromised(change: Change, { id, userId, orgId }: SessionRow): Promise<void> {
	const ended = await sessionsRepository.revoke(change.tx, id, change.nowMs, "refresh_token_reused");
	if (ended.length === 0) return;
	change.invalidate(id);
	change.audit(orgId ?? PLATFORM, {
		action: "auth.refresh_token_reused",
		category: "security",
		outcome: "denied",
		targets: [
			{ type: "user", id: userId },
			{ type: "session", id },
		],
	});
	change.announce(orgId ?? PLATFORM, { type: "security.session_compromised", object: { userId, sessionId: id } });
}

function recordSwitch(change: Change, { id, userId, orgId: from }: SessionRow, to: string | null): void {
	change.audit(to ?? PLATFORM, {
		action: "auth.switch_organization",
		category: "auth",
		targets: [{ type: "session", id }],
	});
	change.announce(to ?? PLATFORM, {
		type: "security.organization_switched",
		object: { userId, sessionId: id, fromOrgId: from },
	});
}
