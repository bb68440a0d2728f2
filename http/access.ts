import { AppError } from "#kernel/errors";
import { assertSignedIn, isSignedInAs, type Principal } from "#kernel/principal";
import type { Scope } from "#kernel/scopes";
import { type PlainText, text } from "#kernel/texts";
import type { BodyCheck, BodyRules } from "./checks.ts";
import type { TakenContent } from "./content.ts";
import type { Exchange } from "./exchange.ts";

/** The reasons why a POST takes no notice of `Idempotency-Key`; every other one does. The document shows them. */
export const KEY_IGNORED = {
	credential: "its answer is a credential, a challenge or a ticket, which is given out once",
	end: "it ends what it is sent with, and a repetition finds nothing to end",
	protocol: "a form in a browser or another service sends it, and it accepts each message once",
	question: "it changes nothing",
	stream: "its answer is a file that is stored nowhere",
} as const;

/** Returns why an operation takes no notice of `Idempotency-Key`; undefined: it does take notice. */
export const whyKeyIgnored = ({ ignoresKey, readsOnly }: Access): string | undefined =>
	(ignoresKey && KEY_IGNORED[ignoresKey]) ?? (readsOnly ? KEY_IGNORED.question : undefined);

/** Declares an operation that only system administrators may call. */
export interface SystemOnly {
	/** A sentence that names what others may call instead. */
	readonly instead: PlainText;
}

/**
 * Access to an operation, declared by the `requires`, `open`, `system`, `ownUser`, `participant`, `narrowsGuests`, `hosts`,
 * `whileClosed`, `whileOver`, `whileProvisional`, `readsOnly`, `ignoresKey`, `checks` macros of `http.api`.
 */
export interface Access {
	/** Scope the caller needs; `"session"`: any valid token, but changes need a token that somebody signed in for. */
	readonly requires?: Scope | "session";
	/** The reason why it can be called without a token. */
	readonly open?: string;
	/** Whether it serves the same file to everybody; such requests are not rate limited. */
	readonly file?: boolean;
	/** Whether only system administrators may call it, and what others may call instead. */
	readonly system?: boolean | SystemOnly;
	/** Whether the user named by `:userId` of the path needs no scope. */
	readonly ownUser?: boolean;
	/**
	 * Whether people who hold no scope may call it for what they take part in: its guests, and members with the role
	 * `guest`. The gate holds guests to what the path names; what anybody may do with it is for the service.
	 */
	readonly participant?: boolean;
	/** Whether its path names nothing that guests take part in, and the service holds them to that by itself. */
	readonly narrowsGuests?: boolean;
	/**
	 * Whether people whose role lacks the scope may call it for what they host, see {@link Gate.mayHost}: the service holds
	 * them to that.
	 */
	readonly hosts?: boolean;
	/** Whether members may call it while their organization is closed to them. */
	readonly whileClosed?: boolean;
	/** Whether guests may call it after what they take part in is over: the service says for how long. */
	readonly whileOver?: boolean;
	/** Whether people may call it whose sign-in is provisional, see {@link Principal.isProvisional}. */
	readonly whileProvisional?: boolean;
	/** Whether clients of OpenAI's API call it, whose errors need a `message`. */
	readonly isOpenAi?: boolean;
	/** Whether clients of OpenFeature call it, whose errors need an `errorCode`, and 400 for any request that is not valid. */
	readonly isOfrep?: boolean;
	/** Whether a POST changes nothing, and is limited like a GET: it asks with a body. */
	readonly readsOnly?: boolean;
	/** The reason, of {@link KEY_IGNORED}, why a POST takes no notice of `Idempotency-Key`; absent: it does, unless it {@link readsOnly}. */
	readonly ignoresKey?: keyof typeof KEY_IGNORED;
	/** What it takes in place of JSON; absent: JSON, or no body. */
	readonly takes?: TakenContent;
	/** What it checks of its body beyond the schema of each member. */
	readonly checks?: BodyCheck;
}

/** Access requirements of an operation, read from the routes once the app is complete. */
export interface Gate extends Access {
	/** `operationId` of the API document; its method and route where it is not in the document. */
	readonly operation: string;
	/**
	 * Whether the operation has query parameters. If not, any parameter is unknown and rejected, except by a file, which
	 * ignores them.
	 */
	readonly takesQuery: boolean;
	/** What makes a body of JSON acceptable; undefined where the operation takes none. */
	readonly body: BodyRules | undefined;
	/** Names of its query parameters that may be repeated: those whose schema is a list. */
	readonly repeatable: readonly string[];
	/** Returns the error for members of an organization in this state; null while it is open to them. */
	readonly closedIn: (orgState: string) => AppError | null;
	/** Whether a caller may host something although their role lacks the scope to write it. */
	readonly mayHost: (principal: Principal) => boolean;
	/** Returns the error for people whose sign-in is provisional. */
	readonly refusalOfProvisional: () => AppError;
	/**
	 * Returns the error for a guest who asks for something else than what they are a guest of, or for that once it is over;
	 * null: they may ask.
	 * @param params of the path; null: the operation holds them to what they are a guest of
	 */
	readonly refusalOfGuest: (
		guest: Principal,
		params: Exchange["params"] | null,
		access: Pick<Access, "whileOver">,
	) => AppError | null;
}

/** The gates by `METHOD route`. */
export type AccessTable = ReadonlyMap<string, Gate>;

/**
 * Authorizes the caller of a request or throws: first the error of the token, if any, then that of {@link checkAccess}.
 * @throws `unauthenticated` and related codes, `insufficient_scope`, `forbidden`, `not_found`, `org_mismatch`,
 * `admin_required`, the errors of {@link Gate.closedIn} and {@link Gate.refusalOfGuest}
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
 * Checks access to one operation in this order: authentication, scope, tenant, level, state of the tenant. Called on
 * arrival and again by the unit of work inside the transaction of a change. An operation without declared access is
 * closed to everybody: a route that somebody forgot to guard is a bug, not a hole.
 * @throws `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `org_mismatch`, `admin_required`, the errors
 * of {@link Gate.refusalOfProvisional} and {@link Gate.closedIn}
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

	assertKindMay(access, principal, params);
	const isOwn = access.ownUser === true && isSignedInAs(principal, params.userId ?? "");
	if (access.requires === "session" && request.method !== "GET" && request.method !== "HEAD") assertSignedIn(principal);
	const takesPart = access.participant === true && principal.role === GUEST;
	const isExempt = isOwn || takesPart || (access.hosts === true && access.mayHost(principal));
	if (access.requires !== "session" && !isExempt && !principal.scopes.has(access.requires))
		throw insufficientScope(access.requires);
	if (principal.system) return;
	if (params.orgId !== undefined && principal.orgId !== params.orgId)
		throw new AppError("org_mismatch", "The token belongs to a different organization than the one in the path.");
	if (access.system) throw adminRequired(access.system);
	const closed = principal.orgState === null || access.whileClosed ? null : access.closedIn(principal.orgState);
	if (closed) throw closed;
}

function adminRequired(system: true | SystemOnly): AppError {
	const only = text("Only a system administrator may do this.");
	return new AppError(
		"admin_required",
		system === true ? only : text("{only} {instead}", { only, instead: text(system.instead) }),
	);
}

/** Asserts what is asked of guests and of those whose sign-in is provisional. */
function assertKindMay(access: Gate, principal: Principal, params: Exchange["params"]): void {
	if (principal.isProvisional && !access.whileProvisional) throw access.refusalOfProvisional();
	if (principal.kind === "guest") assertGuestMay(access, principal, params);
}

/** Role of guests, and of members who may only do what they were invited to. */
const GUEST = "guest";

/** Asserts that a guest asks for what they are a guest of. @throws `insufficient_scope` `forbidden` `not_found` */
function assertGuestMay(access: Gate, principal: Principal, params: Exchange["params"]): void {
	if (!access.participant) {
		if (access.requires === undefined || access.requires === "session")
			throw new AppError("forbidden", "Guests may not do this.", { meta: { reason: GUEST } });
		throw insufficientScope(access.requires);
	}
	const refusal = access.refusalOfGuest(principal, access.narrowsGuests ? null : params, access);
	if (refusal) throw refusal;
}

const insufficientScope = (required: Scope): AppError =>
	new AppError("insufficient_scope", text("This operation requires the scope {required}.", { required }), {
		meta: { required },
	});
