import type { Store } from "#db/store";
import { type Clock, rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { NewId } from "#kernel/ids";
import type { RequestContext } from "#kernel/request-context";
import { type Scope, withImplied } from "#kernel/scopes";
import { emailKey } from "#kernel/text";
import { notAMember, type Standing, sessionsRepository, standingOf, startSession } from "#modules/sessions";
import { ACCESS_TOKEN_SECONDS, type TokensService } from "#modules/tokens";
import { listMembershipsOfUser, usersRepository } from "#modules/users";
import { PLATFORM, type UnitOfWork } from "#platform/unit-of-work";
import { facts } from "./facts.ts";

/** What {@link issueScriptToken} is made of. */
export interface ScriptTokenDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly unitOfWork: UnitOfWork;
	readonly tokens: TokensService;
}

/** A token made by the operator of the machine, and for whom it is good. */
export interface ScriptToken {
	readonly token: string;
	readonly expiresAt: string;
	readonly userId: string;
	/** Null: no organization. */
	readonly orgId: string | null;
	readonly role: string | null;
	readonly scopes: readonly Scope[];
}

/**
 * Issues an access token that acts as a person, without their password: whoever may run commands on the machine could
 * do anything anyway. Its session, named "cli", dies with it and cannot be refreshed.
 * @throws `not_found` `forbidden` (disabled account) `org_mismatch` `insufficient_scope`
 */
export async function issueScriptToken(
	{ store, clock, newId, unitOfWork, tokens }: ScriptTokenDeps,
	context: RequestContext,
	request: {
		readonly email: string;
		readonly orgId?: string | undefined;
		/** Undefined: all that the role grants. */
		readonly scopes?: readonly Scope[] | undefined;
	},
): Promise<ScriptToken> {
	const user = await usersRepository.findByEmail(store.db, emailKey(request.email));
	if (!user) throw new AppError("not_found", `There is no account with the address ${request.email}.`);
	if (user.state !== "active") throw new AppError("forbidden", `The account ${request.email} is ${user.state}.`);
	const standing = standingOf(user, await listMembershipsOfUser(store, user.id), request.orgId);
	if (!standing) throw notAMember();
	const scopes = request.scopes ?? standing.scopes;
	assertGranted(scopes, standing);

	const nowMs = clock.nowMs();
	const how = { nowMs, authMethods: [], device: { name: "cli" } };
	const expiresAtMs = nowMs + ACCESS_TOKEN_SECONDS * 1000;
	const { row } = startSession(newId, context, user, standing.orgId, how);
	await unitOfWork.run(context, async (change) => {
		await sessionsRepository.insert(change.tx, {
			...row,
			refreshHash: null,
			expiresAtMs,
			idleExpiresAtMs: expiresAtMs,
		});
		change.record(standing.orgId ?? PLATFORM, facts["auth.issue_token"], {
			id: user.id,
			also: [{ type: "session", id: row.id }],
			object: { userId: user.id, sessionId: row.id, authMethods: [] },
		});
	});
	const { orgId, role } = standing;
	const subject = {
		userId: user.id,
		sessionId: row.id,
		orgId,
		role,
		scopes,
		system: user.systemAdmin,
		authMethods: [],
	};
	const { token } = await tokens.issue(subject);
	return { token, expiresAt: rfc3339(expiresAtMs), userId: user.id, orgId, role, scopes };
}

function assertGranted(scopes: readonly Scope[], standing: Standing): void {
	const granted = withImplied(standing.scopes);
	const missing = scopes.filter((scope) => !granted.has(scope));
	if (missing.length === 0) return;
	const role = standing.role ?? "nobody";
	throw new AppError("insufficient_scope", `The role ${role} does not grant ${missing.join(", ")}.`, {
		meta: { required: missing },
	});
}
