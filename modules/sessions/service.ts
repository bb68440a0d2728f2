import type { UserRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { NewId } from "#kernel/ids";
import type { Call, Scope } from "#kernel/principal";
import { type Changes, PLATFORM } from "#modules/changes";
import type { TokensService } from "#modules/tokens";
import { listMembershipsOfUser } from "#modules/users";
import { notAMember } from "./errors.ts";
import { sessionsRepository } from "./repository.ts";
import type { DeviceInfo, TokenResult } from "./schemas.ts";
import { IDLE_LIFETIME_MS, type Standing, standingOf, startSession } from "./standing.ts";

/** What {@link createSessionsService} is made of. */
export interface SessionsDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly changes: Changes;
	readonly tokens: TokensService;
}

/** How a person proved who they are, and where they want to go. */
export interface SignIn {
	/** RFC 8176 values, such as `pwd`, `otp`, `hwk`. */
	readonly authMethods: readonly string[];
	/** The organization asked for; undefined: the oldest membership. */
	readonly orgId: string | undefined;
	readonly device: DeviceInfo | undefined;
}

export type SessionsService = ReturnType<typeof createSessionsService>;

/** Sessions: what a proved person gets, whatever they proved it with. */
export function createSessionsService({ store, clock, newId, changes, tokens }: SessionsDeps) {
	/**
	 * Starts a session for a proved person, in the organization asked for or the oldest membership.
	 * @throws `org_mismatch`
	 */
	async function start(call: Call, user: UserRow, { orgId, authMethods, device }: SignIn): Promise<TokenResult> {
		const standing = standingOf(user, await listMembershipsOfUser(store, user.id), orgId);
		if (!standing) throw notAMember();
		const how = { nowMs: clock.nowMs(), authMethods, device };
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
					object: { userId: user.id, sessionId: row.id, authMethods: [...authMethods] },
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
		start,

		/** Ends the caller's session, or all of the user's. Without a session there is nothing to end. */
		async end(call: Call, { allDevices = false }: { readonly allDevices?: boolean | undefined } = {}): Promise<void> {
			const { sessionId, id: userId, orgId } = call.principal;
			if (sessionId === null) return;
			await changes.make(
				call,
				async (change) => {
					const ended = allDevices
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
	};
}
