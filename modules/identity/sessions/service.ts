import type { RunPortions } from "#db/portions";
import type { SessionRow, UserRow } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { pageRequest } from "#kernel/list";
import { assertSignedIn } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import type { Scope } from "#kernel/scopes";
import { sha256Hex } from "#kernel/secrets";
import type { TokensService } from "#modules/identity/tokens";
import { listMembershipsOfUser, lockUserAndSessions, lockUserForShare } from "#modules/identity/users";
import type { Challenges } from "#platform/challenges";
import type { Core } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import {
	type Access,
	assertOrganizationExists,
	hasEnded,
	hashRefreshToken,
	IDLE_LIFETIME_MS,
	lockAccess,
	newSession,
	resolveAccess,
} from "./access.ts";
import { actingAs, requirePerson } from "./actor.ts";
import { noRefreshToken, notAMember, sessionNotFound } from "./errors.ts";
import { facts } from "./facts.ts";
import { personSignsIn } from "./moments.ts";
import { REFRESH_GRACE_MS, refreshSession } from "./refresh.ts";
import {
	findSession,
	knownDevicesRepository,
	newestFirst,
	sessionsRepository,
	spentTokensRepository,
} from "./repository.ts";
import { createSessionRevocation, type EndedSessions, type SessionRevocationDeps } from "./revocation.ts";
import { type IssuedTokens, type ListSessionsQuery, sessionFields } from "./schemas.ts";
import type { SignIn } from "./sign-in.ts";
import { toSession } from "./view.ts";

export interface SessionsDeps
	extends Pick<Core, "store" | "clock" | "newId" | "unitOfWork" | "cursors" | "vault" | "moments"> {
	readonly tokens: TokensService;
	readonly challenges: Pick<Challenges, "deleteByUser">;
	readonly jobs: SessionRevocationDeps["jobs"];
}

/** Credentials a sign-out may present: whichever the client still has. */
export interface SignOutRequest {
	/** An access token that was rejected, perhaps only because it expired. */
	readonly refusedToken: string | null;
	/** Called only when nothing else identifies the session. */
	readonly refreshToken: () => string | null;
	readonly allDevices: boolean;
}

/** Retention of an ended session, so that its client can be informed, in ms. */
const ENDED_RETENTION_MS = 30 * DAY_MS;
/** Time after the last sign-in for which a device stays known, in ms. */
const KNOWN_DEVICE_RETENTION_MS = 180 * DAY_MS;

/** Returns the hash of a device token, for storage and throttling. */
export const hashDeviceToken = (token: string): string => sha256Hex(`device|${token}`);

export type SessionsService = ReturnType<typeof createSessionsService>;

/** Creates the service of sessions, which every authentication method uses. */
export function createSessionsService(deps: SessionsDeps) {
	const { store, clock, newId, unitOfWork, tokens, cursors, moments } = deps;
	const revocation = createSessionRevocation(deps);

	/**
	 * Starts a session for an authenticated person, in the requested organization or that of the oldest membership. The
	 * proof, the user and the membership are checked again and locked in the transaction that creates the session, so that
	 * a concurrent change (a reset, a removal) takes precedence.
	 * @throws `org_mismatch` `not_found` `purged`, the error of the proof's `toError`
	 */
	async function start(context: RequestContext, user: UserRow, signIn: SignIn): Promise<IssuedTokens> {
		const { orgId, authMethods, device } = signIn;
		await moments.reach(context, personSignsIn, user);
		const chosen = resolveAccess(user, await listMembershipsOfUser(store, user.id), orgId);
		if (!chosen) throw notAMember();
		const options = { nowMs: clock.nowMs(), authMethods, device };
		const { row, refreshToken } = newSession(newId, context, user, chosen.orgId, options);
		const acting = actingAs(context, { ...row, role: chosen.role, sessionId: row.id });
		const started = await unitOfWork.run(acting, (change) => insert(change, row, signIn), { storeOutcome: false });
		if (started)
			return toTokenResult(started.user, started.access, row, { refreshToken, expiresInMs: IDLE_LIFETIME_MS });
		await recordDenial(context, user);
		throw signIn.proof.toError();
	}

	/** Inserts a session within a change; null when the sign-in is no longer valid. @throws `org_mismatch` `not_found` `purged` */
	async function insert(
		change: Change,
		row: SessionRow,
		{ proof, deviceToken }: SignIn,
	): Promise<StartedSession | null> {
		const { tx, nowMs } = change;
		const user = await lockUserForShare(tx, row.userId);
		if (user?.state !== "active" || !(await proof.isStillValid(tx, user))) return null;
		const access = await lockAccess(tx, user, row.orgId);
		if (!access) throw notAMember();
		await sessionsRepository.insert(tx, { ...row, epoch: user.sessionEpoch });
		if (deviceToken != null) await knownDevicesRepository.upsert(tx, user.id, hashDeviceToken(deviceToken), nowMs);
		const { id: sessionId, authMethods } = row;
		change.record(row.orgId ?? PLATFORM, facts["auth.login"], {
			id: user.id,
			otherTargets: [{ type: "session", id: sessionId }],
			object: { userId: user.id, sessionId, authMethods: [...authMethods] },
		});
		return { user, access };
	}

	/** Records a sign-in that was overtaken, as that of an unknown caller: nothing was proved in the end. */
	async function recordDenial(context: RequestContext, { id }: UserRow): Promise<void> {
		const record = async (change: Change) => change.record(PLATFORM, facts["auth.login.denied"], { id });
		await unitOfWork.run(context, record, { storeOutcome: false });
	}

	async function toTokenResult(
		user: UserRow,
		{ orgId, role, scopes }: Access,
		{ id: sessionId, authMethods }: SessionRow,
		refresh: { readonly refreshToken: string; readonly expiresInMs: number },
	): Promise<IssuedTokens> {
		const granted: Scope[] = [...scopes];
		const subject = { userId: user.id, sessionId, orgId, role, scopes: granted, system: user.systemAdmin, authMethods };
		const { token, expiresInSeconds } = await tokens.issue(subject);
		return {
			access_token: token,
			token_type: "Bearer",
			expires_in: expiresInSeconds,
			refresh_token: refresh.refreshToken,
			refresh_expires_in: Math.floor(refresh.expiresInMs / 1000),
			scope: granted.join(" "),
			user: { id: user.id, email: user.email, name: user.name, role: role ?? "none" },
		};
	}

	/** Returns the context of a sign-out on behalf of its person; null when no active session can be identified. */
	async function identifyCaller(
		context: RequestContext,
		{ refusedToken, refreshToken }: SignOutRequest,
	): Promise<RequestContext | null> {
		const { id: userId, sessionId, ...where } = context.principal;
		if (sessionId !== null) return actingAs(context, { ...where, userId, sessionId });
		const verified = refusedToken === null ? null : await tokens.verifyExpired(refusedToken);
		const byToken = verified?.sessionId ? await findSession(store.db, verified.sessionId) : undefined;
		const presented = byToken ? null : refreshToken();
		const row =
			byToken ??
			(presented === null
				? undefined
				: await sessionsRepository.findByRefreshHash(store.db, hashRefreshToken(presented)));
		if (!row || hasEnded(row, clock.nowMs())) return null;
		return actingAs(context, { ...row, sessionId: row.id, role: null });
	}

	/** Records that sessions were ended by their owner. */
	function recordSignOut(change: Change, { principal }: RequestContext, { ids, hasMore }: EndedSessions): void {
		const { id: userId, orgId } = principal;
		change.invalidate(...ids);
		const [first = null, ...others] = ids;
		change.record(orgId ?? PLATFORM, facts["auth.logout"], {
			id: first,
			otherTargets: others.map((id) => ({ type: "session", id })),
			object: { userId, sessionIds: [...ids], hasMore },
		});
	}

	return {
		...revocation,
		start,

		/**
		 * Refreshes a session, perhaps in another organization.
		 * @param refreshToken null: none was sent
		 * @throws `unauthenticated` `session_revoked` `token_revoked` `refresh_token_reused` `org_mismatch` `not_found` `purged`
		 */
		async refresh(
			context: RequestContext,
			refreshToken: string | null,
			orgId: string | undefined,
		): Promise<IssuedTokens> {
			if (refreshToken === null) throw noRefreshToken();
			const found = await refreshSession(deps, context, { refreshToken, orgId });
			const { refreshToken: successor, idleExpiresAtMs } = found;
			const refresh = { refreshToken: successor, expiresInMs: idleExpiresAtMs - clock.nowMs() };
			return toTokenResult(found.user, found.access, found.session, refresh);
		},

		/** Ends the caller's session, or all of the user's. Does nothing without a session. @throws `forbidden` */
		async signOut(context: RequestContext, request: SignOutRequest): Promise<void> {
			const acting = await identifyCaller(context, request);
			if (!acting) return;
			if (request.allDevices) assertSignedIn(acting.principal);
			const { id: userId, sessionId } = acting.principal;
			await unitOfWork.run(
				acting,
				async (change) => {
					const { tx, nowMs } = change;
					if (request.allDevices) await lockUserAndSessions(tx, userId);
					const own = await sessionsRepository.revoke(tx, sessionId ?? "", nowMs, "logout");
					// It ended meanwhile, perhaps by a duplicate of this request, so it must not end the others.
					if (own.length === 0) return;
					const others = request.allDevices ? await revocation.revokeByUser(change, userId, "logout") : NONE;
					recordSignOut(change, acting, { ids: [...own, ...others.ids], hasMore: others.hasMore });
				},
				{ storeOutcome: false },
			);
		},

		/** Returns a page of the caller's sessions, newest first. @throws `forbidden` `invalid_request` `invalid_cursor` `invalid_fields` */
		async list(context: RequestContext, query: ListSessionsQuery) {
			const { userId, sessionId } = requirePerson(context);
			const request = pageRequest(cursors, query, sessionFields, { list: "sessions", userId });
			const rows = await sessionsRepository.listActive(store.db, userId, clock.nowMs(), request);
			return request.page(rows, newestFirst, (row) => toSession(row, sessionId));
		},

		/** Ends one of the caller's sessions, possibly the current one. @throws `forbidden` `not_found` */
		async revoke(context: RequestContext, id: string): Promise<void> {
			const { userId } = requirePerson(context);
			await unitOfWork.run(context, async (change) => {
				const row = await findSession(change.tx, id);
				if (!row || row.userId !== userId || hasEnded(row, change.nowMs)) throw sessionNotFound();
				const ids = await sessionsRepository.revoke(change.tx, id, change.nowMs, "ended");
				recordSignOut(change, context, { ids, hasMore: false });
			});
		},

		/** Ends all sessions of the caller but the current one. @throws `forbidden` */
		async revokeOthers(context: RequestContext): Promise<void> {
			const { userId, sessionId } = requirePerson(context);
			await unitOfWork.run(context, async (change) => {
				recordSignOut(change, context, await revocation.revokeByUser(change, userId, "ended", sessionId));
			});
		},

		/**
		 * Creates a session without a sign-in, within a change: it cannot be refreshed. Returns its id. The caller records the
		 * fact.
		 * @param session `name`: the device shown to its person. `expiresAtMs`: Unix ms
		 * @throws `not_found` `purged` for the organization
		 */
		async createUnattended(change: Change, context: RequestContext, session: UnattendedSession): Promise<string> {
			const { user, orgId, name, expiresAtMs } = session;
			if (orgId !== null) await assertOrganizationExists(change.tx, orgId);
			const options = { nowMs: change.nowMs, authMethods: [], device: { name } };
			const { row } = newSession(newId, context, user, orgId, options);
			const limits = { refreshHash: null, expiresAtMs, idleExpiresAtMs: expiresAtMs };
			await sessionsRepository.insert(change.tx, { ...row, ...limits });
			return row.id;
		},

		/** Whether the user has signed in from a device before; takes the same time for nobody (null). */
		async isKnownDevice(userId: string | null, deviceToken: string): Promise<boolean> {
			return knownDevicesRepository.has(store.db, userId ?? "", hashDeviceToken(deviceToken));
		},

		/** Deletes sessions that ended long ago, successors of spent tokens, and devices not seen for long. */
		async purge(inPortions: RunPortions, nowMs: number): Promise<void> {
			const [spentMs, unseenMs] = [nowMs - REFRESH_GRACE_MS, nowMs - KNOWN_DEVICE_RETENTION_MS];
			await inPortions((tx, limit) => spentTokensRepository.clearSuccessors(tx, spentMs, limit));
			await inPortions((tx, limit) => knownDevicesRepository.removeUnseenSince(tx, unseenMs, limit));
			await inPortions((tx, limit) => sessionsRepository.removeEnded(tx, nowMs - ENDED_RETENTION_MS, limit));
		},
	};
}

const NONE: EndedSessions = { ids: [], hasMore: false };

/** A session without a sign-in. */
interface UnattendedSession {
	readonly user: UserRow;
	readonly orgId: string | null;
	readonly name: string;
	readonly expiresAtMs: number;
}

/** User and access of a session that was started. */
interface StartedSession {
	readonly user: UserRow;
	readonly access: Access;
}
