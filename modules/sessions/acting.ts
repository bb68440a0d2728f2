import { ANONYMOUS, type Call, type Principal, ungatedCall } from "#kernel/principal";

/** Who turned out to be behind a call that came without a valid access token. */
export interface Actor {
	readonly userId: string;
	readonly sessionId: string;
	readonly orgId: string | null;
	readonly role: Principal["role"];
	readonly authMethods: readonly string[];
}

/** The call as made by a person who proved who they are by other means (password, refresh token): so it is audited as theirs. */
export const actingAs = (call: Call, { userId, ...rest }: Actor): Call => ({
	...ungatedCall({ ...ANONYMOUS, kind: "user", id: userId, ...rest }, call),
	idempotency: call.idempotency,
	ifMatch: call.ifMatch,
});
