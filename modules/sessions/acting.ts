import { ANONYMOUS, type Principal } from "#kernel/principal";
import { type RequestContext, ungatedContext } from "#kernel/request-context";

/** Who turned out to be behind a call that came without a valid access token. */
export interface Actor {
	readonly userId: string;
	readonly sessionId: string;
	readonly orgId: string | null;
	readonly role: Principal["role"];
	readonly authMethods: readonly string[];
}

/**
 * The call as made by a person who proved who they are by other means (password, refresh token): so it is audited as theirs.
 * Takes from `actor` what is named and nothing else: it may be a whole row, with an `id` of its own.
 */
export function actingAs(context: RequestContext, actor: Actor): RequestContext {
	const { userId, sessionId, orgId, role, authMethods } = actor;
	const principal: Principal = { ...ANONYMOUS, kind: "user", id: userId, sessionId, orgId, role, authMethods };
	return { ...ungatedContext(principal, context), idempotency: context.idempotency, ifMatch: context.ifMatch };
}
