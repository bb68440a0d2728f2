import type { SessionRow, UserRow } from "#db/schema";
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

type Exchanged = { readonly refreshToken: string } | "reused" | "over";

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
	const session = await findSession(store, hash);
	if (!session) throw unknownRefreshToken();
	if (isOver(session, clock.nowMs())) throw sessionOver();
	const user = await usersRepository.find(store.db, session.userId);
	if (!user || user.state !== "active") throw accountGone();

	const actor = { ...session, sessionId: session.id, role: null };
	const acting = actingAs(call, actor);
	const standing = await findStanding(user, session, orgId).catch(async (error: unknown) => {
		// A stolen token is no less stolen where it would get nothing.
		await changes.make(acting, (change) => endIfReused(change, session, hash), { remembered: false });
		throw error;
	});
	const idleExpiresAtMs = Math.min(clock.nowMs() + IDLE_LIFETIME_MS, session.expiresAtMs);
	const exchanged = await changes.make(acting, exchange, { remembered: false });
	if (exchanged === "reused") throw refreshTokenReused();
	if (exchanged === "over") throw sessionOver();
	return { session, user, standing, refreshToken: exchanged.refreshToken, idleExpiresAtMs };

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

	async function exchange(change: Change): Promise<Exchanged> {
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
		if (!isFirst) return answerAgain(change);
		await spentTokensRepository.insert(tx, {
			tokenHash: hash,
			sessionId: session?.id ?? "",
			spentAtMs: nowMs,
			successorSealed: vault.seal(successor, sealedFor(hash)),
		});
		if (session && standing.orgId !== session.orgId) recordSwitch(change, session, standing.orgId);
		return { refreshToken: successor };
	}

	/** The token was spent before, perhaps a moment ago by a request that came with this one. */
	async function answerAgain(change: Change): Promise<Exchanged> {
		const spent = await spentTokensRepository.find(change.tx, hash);
		const current = spent && (await sessionsRepository.find(change.tx, spent.sessionId));
		if (!current || isOver(current, change.nowMs)) return "over";
		if (spent.successorSealed !== null && change.nowMs - spent.spentAtMs <= REFRESH_GRACE_MS)
			return { refreshToken: vault.open(spent.successorSealed, sealedFor(hash)) };
		await endCompromised(change, current);
		return "reused";
	}
}

const sealedFor = (hash: string): string => `spent_refresh_tokens|successor_sealed|${hash}`;

/** The session of a refresh token, in force or spent. */
async function findSession({ db }: Store, hash: string): Promise<SessionRow | undefined> {
	const current = await sessionsRepository.findByRefreshHash(db, hash);
	if (current) return current;
	const spent = await spentTokensRepository.find(db, hash);
	return spent && sessionsRepository.find(db, spent.sessionId);
}

async function endIfReused(change: Change, session: SessionRow, hash: string): Promise<void> {
	const spent = await spentTokensRepository.find(change.tx, hash);
	if (spent && change.nowMs - spent.spentAtMs > REFRESH_GRACE_MS) await endCompromised(change, session);
}

async function endCompromised(change: Change, { id, userId, orgId }: SessionRow): Promise<void> {
	change.invalidate(...(await sessionsRepository.revoke(change.tx, id, change.nowMs, "refresh_token_reused")));
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
