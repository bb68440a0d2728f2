import type { Db } from "#db/store";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";

/** Access to the current authority of callers; modules/identity/principals implements it. */
export interface Authority {
	/**
	 * Returns the caller's current authority, read inside the transaction of their change: session or key, membership,
	 * role, the state of the organization. All of it, and the organization the change is about, is locked against changes
	 * until the transaction ends. Anonymous when nothing is left of it and the operation is open to everybody.
	 * @param locksOrganization whether the caller's organization is locked for this change alone, even if the route does not name it
	 * @throws the errors of `context.authorize`; when nothing is left of the caller, `session_revoked` `token_revoked`
	 * `unauthenticated`
	 */
	currentAuthority(tx: Db, context: RequestContext, locksOrganization: boolean): Promise<Principal>;
}
