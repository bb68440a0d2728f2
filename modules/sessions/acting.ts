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

/** The call as made by a person who proved who they are by other means (password, refresh token): so it is audited as theirs. */
export const actingAs = (context: RequestContext, { userId, ...rest }: Actor): RequestContext => ({
	...ungatedContext({ ...ANONYMOUS, kind: "user", id: userId, ...rest }, context),
	idempotency: context.idempotency,
	ifMatch: context.ifMatch,
});
