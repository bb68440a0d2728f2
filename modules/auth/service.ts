import type { Store } from "#db/store";
import { type Call, withImplied } from "#kernel/principal";
import { sha256Hex } from "#kernel/secrets";
import { emailKey } from "#kernel/text";
import type { SessionsService, TokenResult } from "#modules/sessions";
import { listMembershipsOfUser, usersRepository } from "#modules/users";
import { invalidCredentials } from "./errors.ts";
import type { Passwords } from "./passwords.ts";
import type { AttemptLimits } from "./ports.ts";
import type { LoginRequest, LogoutRequest, Profile } from "./schemas.ts";

/** What {@link createAuthService} is made of. */
export interface AuthDeps {
	readonly store: Store;
	readonly sessions: SessionsService;
	readonly passwords: Passwords;
	readonly attempts: AttemptLimits;
}

export type AuthService = ReturnType<typeof createAuthService>;

/** Signing in and out, and who one is. */
export function createAuthService({ store, sessions, passwords, attempts }: AuthDeps) {
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
			return sessions.start(call, user, { authMethods: ["pwd"], orgId: request.orgId, device: request.device });
		},

		/** Ends the caller's session, or all of the user's. */
		logout: (call: Call, request: LogoutRequest): Promise<void> => sessions.end(call, request),

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
