import { ANONYMOUS, type Principal } from "#kernel/principal";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import { sessionRequired } from "./errors.ts";

/** The person identified in a call without a valid access token. */
export interface Actor {
	readonly userId: string;
	readonly sessionId: string;
	readonly orgId: string | null;
	readonly role: Principal["role"];
	readonly authMethods: readonly string[];
}

/**
 * Returns the context of a call on behalf of a person who authenticated by other means (password, refresh token), so that
 * it is audited as theirs. Uses only the named members of `actor`, which may be a whole row with an `id` of its own.
 */
export function actingAs(context: RequestContext, actor: Actor): RequestContext {
	const { userId, sessionId, orgId, role, authMethods } = actor;
	const principal: Principal = { ...ANONYMOUS, kind: "user", id: userId, sessionId, orgId, role, authMethods };
	return { ...ungatedContext(principal, context), idempotency: context.idempotency, ifMatch: context.ifMatch };
}

/** Returns the caller's user and session. @throws `forbidden` for a key or another issuer's token, which have no session */
export function requirePerson({ principal }: RequestContext): { readonly userId: string; readonly sessionId: string } {
	if (principal.kind !== "user" || principal.sessionId === null) throw sessionRequired();
	return { userId: principal.id, sessionId: principal.sessionId };
}
