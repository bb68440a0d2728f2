import type { Principal } from "./principal.ts";

/** What a service knows of the request it serves. A job or a CLI command makes its own. */
export interface RequestContext {
	readonly principal: Principal;
	/** The UUID in `X-Request-ID`, on logs, audit entries and events. */
	readonly requestId: string;
	/** Client address, null where there is none (a job). */
	readonly ip: string | null;
	readonly userAgent: string | null;
	/** Present when the request carried an `Idempotency-Key`. */
	readonly idempotency: IdempotencyTicket | null;
	/** The version named by `If-Match`, null without the header, `"*"` for any. */
	readonly ifMatch: string | null;
	/** The organization of the path, which a change of this call is about; null where the path names none. */
	readonly tenant: string | null;
	/**
	 * Decides once more what the gate decided on arrival, on what the caller holds by now: the unit of work asks it inside
	 * the transaction. Null where no token let the caller in: a job, a command, or a person who proves themselves in the
	 * change itself (a password, a refresh token, a mailed token).
	 * @throws what the gate throws
	 */
	readonly admit: ((now: Principal) => void) | null;
}

/** A call that no token let in, see {@link RequestContext.admit}. */
export const ungatedContext = (
	principal: Principal,
	{ requestId, ip, userAgent }: Pick<RequestContext, "requestId" | "ip" | "userAgent">,
): RequestContext => ({
	principal,
	requestId,
	ip,
	userAgent,
	idempotency: null,
	ifMatch: null,
	tenant: null,
	admit: null,
});

/** Names one retried request: the scope of its key and what was asked. */
export interface IdempotencyTicket {
	/** SHA-256 of (principal, method, route template, key), hex. */
	readonly scope: string;
	/** SHA-256 of the canonical JSON of body and path parameters, hex. Never stored as it is: a password may be in there. */
	readonly fingerprint: string;
	/** Set when a stored result was answered: the response says `Idempotency-Replayed: true`. */
	replayed: boolean;
}
