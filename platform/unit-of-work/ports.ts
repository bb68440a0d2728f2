import type { Db } from "#db/store";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";

/** What callers hold at this moment; modules/principals owns the rule. */
export interface Authority {
	/**
	 * The caller as of now, read inside the transaction of their change: session or key, membership, role, the state of the
	 * organization. All of it, with the organization the change is about, stays as it is until the transaction ends.
	 * Nobody, when nothing is left of it and the operation is open to everybody.
	 * @throws what `call.admit` throws: when nothing is left of the caller, `session_revoked` `token_revoked` `unauthenticated`
	 */
	holdNow(tx: Db, context: RequestContext): Promise<Principal>;
}
