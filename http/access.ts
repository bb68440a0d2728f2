import { AppError } from "#kernel/errors";
import { assertSignedIn, isSignedInAs, type Principal } from "#kernel/principal";
import type { Scope } from "#kernel/scopes";
import type { Exchange } from "./exchange.ts";

/** Who may call an operation. Declared by the `requires`, `open`, `system`, `ownUser` and `whileClosed` macros of `http.api`. */
export interface Access {
	/** Scope the caller needs; `"session"`: any valid token will do, to change something one that somebody signed in for. */
	readonly requires?: Scope | "session";
	/** Why anybody may call it, without a token. */
	readonly open?: string;
	/** It answers the same file to everybody, and asking for it counts against nothing. */
	readonly file?: boolean;
	/** Only a system administrator. */
	readonly system?: boolean;
	/** The person whom `:userId` of the path names needs no scope. */
	readonly ownUser?: boolean;
	/** Still allowed for members of an organization that is closed to them in its state. */
	readonly whileClosed?: boolean;
}

/** What the gate holds a request to, read from the routes themselves once the app is complete. */
export interface Gate extends Access {
	/** False for an operation that has no query parameter: then every one is unknown, except to a file, which ignores them. */
	readonly takesQuery: boolean;
	/** Refusal of the members of an organization in this state; null while it is open to them. */
	readonly closedIn: (orgState: string) => AppError | null;
}

/** The gates by `METHOD route`. */
export type AccessTable = ReadonlyMap<string, Gate>;

/**
 * Lets the caller of a request through or throws: first what was wrong with the token, then {@link decide}.
 * @throws `unauthenticated` and its kin, `insufficient_scope`, `forbidden`, `admin_required`, `org_mismatch`, what {@link Gate.closedIn} makes
 */
export function admit(exchange: Exchange): void {
	exchange.admitted = true;
	const { refusal, principal } = exchange;
	try {
		exchange.authorize(principal);
	} catch (error) {
		throw refusal ?? error;
	}
}

/**
 * Decides about one operation, in the order: authentication, scope, level, tenant, state of the tenant. Asked on arrival
 * and, by the unit of work, again inside the transaction of a change. An operation without declared access is closed to
 * everybody: a route somebody forgot to guard is a bug, not a hole.
 * @throws `unauthenticated`, `insufficient_scope`, `forbidden`, `admin_required`, `org_mismatch`, what {@link Gate.closedIn} makes
 */
export function decide(
	access: Gate | undefined,
	principal: Principal,
	{ route, params, request }: Pick<Exchange, "route" | "params" | "request">,
): void {
	if (access?.open) return;
	if (principal.kind === "anonymous")
		throw new AppError("unauthenticated", "Send a valid access token: Authorization: Bearer <token>.");
	if (!access?.requires) throw new Error(`route ${route} declares no access`);

	const isOwn = access.ownUser === true && isSignedInAs(principal, params.userId ?? "");
	if (access.requires === "session" && request.method !== "GET" && request.method !== "HEAD") assertSignedIn(principal);
	if (access.requires !== "session" && !isOwn && !principal.scopes.has(access.requires))
		throw new AppError("insufficient_scope", `This operation needs the scope ${access.requires}.`, {
			meta: { required: access.requires },
		});
	if (principal.system) return;
	if (access.system) throw new AppError("admin_required", "Only a system administrator may do this.");
	if (params.orgId !== undefined && principal.orgId !== params.orgId)
		throw new AppError("org_mismatch", "The token belongs to another organization than the one in the path.");
	const closed = principal.orgState === null || access.whileClosed ? null : access.closedIn(principal.orgState);
	if (closed) throw closed;
}
