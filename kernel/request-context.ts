import type { Principal } from "./principal.ts";

/** The request a service works on. Jobs and CLI commands create their own. */
export interface RequestContext {
	readonly principal: Principal;
	/** The UUID in `X-Request-ID`, on logs, audit entries and events. */
	readonly requestId: string;
	/** Client address; null where there is none (a job). */
	readonly ip: string | null;
	readonly userAgent: string | null;
	/** Present when the request carried an `Idempotency-Key`. */
	readonly idempotency: IdempotentRequest | null;
	/** The version named by `If-Match`, null without the header, `"*"` for any. */
	readonly ifMatch: string | null;
	/** The organization in the path, which a change of this request is about; null when the path names none. */
	readonly tenant: string | null;
	/**
	 * Repeats the decision of the gate for the caller's current authority; called by the unit of work inside the
	 * transaction. Null where access did not depend on a token: a job, a command, or a person who proves their identity
	 * in the change itself (a password, a refresh token, a mailed token).
	 * @throws the errors of the gate
	 */
	readonly authorize: ((now: Principal) => void) | null;
	/** Aborted when the client is gone: then nobody waits for the result. Null where nobody can go (a job). */
	readonly signal: AbortSignal | null;
}

/** Creates the context of a call that did not pass the gate, see {@link RequestContext.authorize}. */
export const ungatedContext = (
	principal: Principal,
	{ requestId, ip, userAgent, signal }: Pick<RequestContext, "requestId" | "ip" | "userAgent" | "signal">,
): RequestContext => ({
	principal,
	requestId,
	ip,
	userAgent,
	idempotency: null,
	ifMatch: null,
	tenant: null,
	authorize: null,
	signal,
});

/**
 * Returns the context of a change that concerns an organization although the path does not name it: the unit of work
 * locks it as it does the one in the path.
 */
export const aboutOrganization = (context: RequestContext, orgId: string): RequestContext => ({
	principal: context.principal,
	requestId: context.requestId,
	ip: context.ip,
	userAgent: context.userAgent,
	idempotency: context.idempotency,
	ifMatch: context.ifMatch,
	tenant: orgId,
	authorize: (now) => context.authorize?.(now),
	signal: context.signal,
});

/**
 * Returns the context of a change that is made although its client is gone: for what has already happened, such as bytes
 * that are here.
 */
export const outlasting = (context: RequestContext): RequestContext => ({
	principal: context.principal,
	requestId: context.requestId,
	ip: context.ip,
	userAgent: context.userAgent,
	idempotency: context.idempotency,
	ifMatch: context.ifMatch,
	tenant: context.tenant,
	authorize: context.authorize === null ? null : (now) => context.authorize?.(now),
	signal: null,
});

/** Returns the context of a change whose outcome is not that of its request: a retry must not be answered with it. */
export const withoutKey = (context: RequestContext): RequestContext => ({
	...outlasting(context),
	idempotency: null,
	signal: context.signal,
});

/** An idempotent request: the scope of its key and a fingerprint of its content. */
export interface IdempotentRequest {
	/** SHA-256 of (principal, method, route template, key), hex. */
	readonly scope: string;
	/**
	 * Returns the SHA-256 of what the request says, hex: its path, its query, and what it contains, of which it first reads
	 * what the handler has not. Never stored as it is: it may cover a password.
	 * @throws `request_timeout`, what reading throws, and an Error for content that was given up before its end
	 */
	readonly fingerprint: () => string | Promise<string>;
	/** Whether a stored result was returned: the response says `Idempotency-Replayed: true`. */
	replayed: boolean;
}
