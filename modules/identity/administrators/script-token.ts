import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { RequestContext } from "#kernel/request-context";
import { type Scope, withImplied } from "#kernel/scopes";
import { emailKey } from "#kernel/text";
import { text } from "#kernel/texts";
import { type Access, notAMember, resolveAccess, type SessionsService } from "#modules/identity/sessions";
import { ACCESS_TOKEN_SECONDS, type TokensService } from "#modules/identity/tokens";
import { findUserByEmail, listMembershipsOfUser } from "#modules/identity/users";
import type { Core } from "#platform/module";
import { PLATFORM } from "#platform/unit-of-work";
import { accountNotFound } from "./errors.ts";
import { facts } from "./facts.ts";

export interface ScriptTokenDeps extends Pick<Core, "store" | "clock" | "unitOfWork"> {
	readonly sessions: Pick<SessionsService, "createUnattended">;
	readonly tokens: TokensService;
}

/** A request for a token: its person, organization and scopes. */
export interface ScriptTokenRequest {
	readonly email: string;
	/** Undefined: the oldest membership. */
	readonly orgId?: string | undefined;
	/** Undefined: all scopes that the role grants. */
	readonly scopes?: readonly Scope[] | undefined;
}

/** A token issued by the operator of the machine, with the rights it carries. */
export interface ScriptToken {
	readonly token: string;
	readonly expiresAt: string;
	readonly userId: string;
	/** Null: no organization. */
	readonly orgId: string | null;
	readonly role: string | null;
	readonly scopes: readonly Scope[];
}

export type ScriptTokens = ReturnType<typeof createScriptTokens>;

/** Creates the service that issues tokens for scripts, for commands on the machine. */
export function createScriptTokens({ store, clock, unitOfWork, sessions, tokens }: ScriptTokenDeps) {
	return {
		/**
		 * Issues an access token that acts as a person, without their password: whoever can run commands on the machine can
		 * do anything anyway. Its session, named "cli", expires with it and cannot be refreshed.
		 * @throws `not_found` `forbidden` (disabled account) `org_mismatch` `insufficient_scope`
		 */
		async issue(context: RequestContext, request: ScriptTokenRequest): Promise<ScriptToken> {
			const user = await findUserByEmail(store.db, emailKey(request.email));
			if (!user) throw accountNotFound(request.email);
			if (user.state !== "active")
				throw new AppError(
					"forbidden",
					text("The account {email} is {state}.", { email: request.email, state: user.state }),
				);
			const { id: userId } = user;
			const access = resolveAccess(user, await listMembershipsOfUser(store, userId), request.orgId);
			if (!access) throw notAMember();
			const scopes = request.scopes ?? access.scopes;
			assertGranted(scopes, access);
			const { orgId, role } = access;
			const expiresAtMs = clock.nowMs() + ACCESS_TOKEN_SECONDS * 1000;
			const sessionId = await unitOfWork.run(context, async (change) => {
				const id = await sessions.createUnattended(change, context, { user, orgId, name: "cli", expiresAtMs });
				change.record(orgId ?? PLATFORM, facts["auth.issue_token"], {
					id: userId,
					otherTargets: [{ type: "session", id }],
					object: { userId, sessionId: id, authMethods: [] },
				});
				return id;
			});
			const { token } = await tokens.issue({
				userId,
				sessionId,
				orgId,
				role,
				scopes,
				system: user.systemAdmin,
				authMethods: [],
			});
			return { token, expiresAt: rfc3339(expiresAtMs), userId, orgId, role, scopes };
		},
	};
}

function assertGranted(scopes: readonly Scope[], access: Access): void {
	const granted = withImplied(access.scopes);
	const missing = scopes.filter((scope) => !granted.has(scope));
	if (missing.length === 0) return;
	const role = access.role ?? "nobody";
	throw new AppError(
		"insufficient_scope",
		text("The role {role} does not grant {missing}.", { role, missing: missing.join(", ") }),
		{
			meta: { required: missing },
		},
	);
}
