import type { UserRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { NewId } from "#kernel/ids";
import { type Call, type Scope, withImplied } from "#kernel/principal";
import { sha256Hex } from "#kernel/secrets";
import { emailKey } from "#kernel/text";
import { type Changes, PLATFORM } from "#modules/changes";
import type { TokensService } from "#modules/tokens";
import { invalidCredentials, notAMember } from "./errors.ts";
import type { Passwords } from "./passwords.ts";
import type { AttemptLimits } from "./ports.ts";
import { listMembershipsOfUser, sessionsRepository, usersRepository } from "./repository.ts";
import type { LoginRequest, LogoutRequest, Profile, TokenResult } from "./schemas.ts";
import { IDLE_LIFETIME_MS, type Standing, standingOf, startSession } from "./sessions.ts";

export interface AuthDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly changes: Changes;
	readonly tokens: TokensService;
	readonly passwords: Passwords;
	readonly attempts: AttemptLimits;
}

export type AuthService = ReturnType<typeof createAuthService>;

/** Signing in and out, and who one is. */
export function createAuthService({ store, clock, newId, changes, tokens, passwords, attempts }: AuthDeps) {
	/** Starts a session for a proved person. */
	async function signIn(call: Call, user: UserRow, standing: Standing, request: Pick<LoginRequest, "device">): Promise<TokenResult> {
		const authMethods = ["pwd"];
		const how = { nowMs: clock.nowMs(), authMethods, device: request.device };
		const { row, refreshToken } = startSession(newId, call, user, standing.orgId, how);
		await changes.make(
			call,
			async (change) => {
				await sessionsRepository.insert(change.tx, row);
				const target = { type: "session", id: row.id } as const;
				change.audit(standing.orgId ?? PLATFORM, {
					action: "auth.login",
					category: "auth",
					targets: [{ type: "user", id: user.id }, target],
				});
				change.announce(standing.orgId ?? PLATFORM, {
					type: "security.signed_in",
					object: { userId: user.id, sessionId: row.id, authMethods },
				});
			},
			{ remembered: false },
		);
		return toTokenResult(user, standing, row.id, authMethods, refreshToken);
	}

	async function toTokenResult(
		user: UserRow,
		{ orgId, role, scopes }: Standing,
		sessionId: string,
		authMethods: readonly string[],
		refreshToken: string,
	): Promise<TokenResult> {
		const granted: Scope[] = [...scopes];
		const subject = { userId: user.id, sessionId, orgId, role, scopes: granted, system: user.systemAdmin, authMethods };
		const { token, expiresInSeconds } = await tokens.issue(subject);
		return {
			access_token: token,
			token_type: "Bearer",
			expires_in: expiresInSeconds,
			refresh_token: refreshToken,
			refresh_expires_in: IDLE_LIFETIME_MS / 1000,
			scope: granted.join(" "),
			user: { id: user.id, email: user.email, name: user.name, role: role ?? "none" },
		};
	}

	return {
		/** @throws `invalid_credentials` `org_mismatch` `rate_limited` `unavailable` */
		async login(call: Call, request: LoginRequest): Promise<TokenResult> {
			const key = emailKey(request.email);
			await attempts.take(call.ip, sha256Hex(key));
			const user = await usersRepository.findByEmail(store.db, key);
			const isRight = await passwords.verify(request.password, user?.passwordHash ?? null);
			if (!user || !isRight || user.state !== "active") throw invalidCredentials();
			await attempts.forget(sha256Hex(key));
			if (user.passwordHash !== null && passwords.isOutdated(user.passwordHash))
				await usersRepository.update(store.db, user.id, { passwordHash: await passwords.hash(request.password) });
			const standing = standingOf(user, await listMembershipsOfUser(store, user.id), request.orgId);
			if (!standing) throw notAMember();
			return signIn(call, user, standing, request);
		},

		/** Ends the caller's session, or all of the user's. Without a session there is nothing to end. */
		async logout(call: Call, request: LogoutRequest): Promise<void> {
			const { sessionId, id: userId, orgId } = call.principal;
			if (sessionId === null) return;
			await changes.make(
				call,
				async (change) => {
					const ended = request.allDevices
						? await sessionsRepository.revokeAll(change.tx, userId, change.nowMs, "logout")
						: await sessionsRepository.revoke(change.tx, sessionId, change.nowMs, "logout");
					change.invalidate(...ended);
					const targets = ended.map((id) => ({ type: "session", id }) as const);
					change.audit(orgId ?? PLATFORM, { action: "auth.logout", category: "auth", targets });
					change.announce(orgId ?? PLATFORM, { type: "security.signed_out", object: { userId, sessionIds: ended } });
				},
				{ remembered: false },
			);
		},

		/** The caller, with the organizations they belong to. */
		async profile(call: Call): Promise<Profile> {
			const { principal } = call;
			const user = await usersRepository.find(store.db, principal.id);
			return {
				id: principal.id,
				email: user?.email ?? null,
				emailVerified: user?.emailVerifiedAtMs != null,
				name: user?.name ?? principal.id,
				systemAdmin: principal.system,
				activeOrgId: principal.orgId,
				role: principal.role,
				scopes: [...withImplied(principal.scopes)].sort(),
				locale: user?.locale ?? null,
				timezone: user?.timezone ?? null,
				memberships: await listMembershipsOfUser(store, principal.id),
			};
		},
	};
}
