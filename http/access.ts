import { AppError } from "#kernel/errors";
import { assertSignedIn, isSignedInAs, type Principal } from "#kernel/principal";
import type { Scope } from "#kernel/scopes";
import type { TakenContent } from "./content.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Access to an operation, declared by the `requires`, `open`, `system`, `ownUser` and `whileClosed` macros of
 * `http.api`.
 */
export interface Access {
	/** Scope the caller needs; `"session"`: any valid token, but changes need a token that somebody signed in for. */
	readonly requires?: Scope | "session";
	/** The reason why it can be called without a token. */
	readonly open?: string;
	/** Whether it serves the same file to everybody; such requests are not rate limited. */
	readonly file?: boolean;
	/** Whether only system administrators may call it. */
	readonly system?: boolean;
	/** Whether the user named by `:userId` of the path needs no scope. */
	readonly ownUser?: boolean;
	/** Whether members may call it while their organization is closed to them. */
	readonly whileClosed?: boolean;
	/** What it takes in place of JSON; absent: JSON, or no body. */
	readonly takes?: TakenContent;
}

/** Access requirements of an operation, read from the routes once the app is complete. */
export interface Gate extends Access {
	/**
	 * Whether the operation has query parameters. If not, any parameter is unknown and rejected, except by a file, which
	 * ignores them.
	 */
	readonly takesQuery: boolean;
	/** Returns the error for members of an organization in this state; null while it is open to them. */
	readonly closedIn: (orgState: string) => AppError | null;
}

/** The gates by `METHOD route`. */
export type AccessTable = ReadonlyMap<string, Gate>;

/**
 * Authorizes the caller of a request or throws: first the error of the token, if any, then that of {@link checkAccess}.
 * @throws `unauthenticated` and related codes, `insufficient_scope`, `forbidden`, `admin_required`, `org_mismatch`, the
 * error of {@link Gate.closedIn}
 */
export function authorize(exchange: Exchange): void {
	exchange.isAuthorized = true;
	const { authError, principal } = exchange;
	try {
		exchange.authorize(principal);
	} catch (error) {
		throw authError ?? error;
	}
}

/**
 * Checks access to one operation in this order: authentication, scope, level, tenant, state of the tenant. Called on
 * arrival and again by the unit of work inside the transaction of a change. An operation without declared access is
 * closed to everybody: a route that somebody forgot to guard is a bug, not a hole.
 * @throws `unauthenticated`, `insufficient_scope`, `forbidden`, `admin_required`, `org_mismatch`, the error of
 * {@link Gate.closedIn}
 */
export function checkAccess(
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
