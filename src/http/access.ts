import { AppError } from "#kernel/errors";
import type { Scope } from "#kernel/principal";
import type { Exchange } from "./exchange.ts";

/** Who may call an operation. Declared by the `requires`, `open`, `system` and `whileSuspended` macros of `http.api`. */
export interface Access {
	/** Scope the caller needs; `"session"`: any valid token will do. */
	readonly requires?: Scope | "session";
	/** Why anybody may call it, without a token. */
	readonly open?: string;
	/** Only a system administrator (CONTRACT §2 "System level"). */
	readonly system?: boolean;
	/** Still allowed for members of an organization that is not active (CONTRACT §4). */
	readonly whileSuspended?: boolean;
}

/** Access by `METHOD route`, read from the routes themselves once the app is complete. */
export type AccessTable = ReadonlyMap<string, Access>;

/**
 * Lets the caller through or throws, in the order of CONTRACT §1.1: authentication, scope, level, tenant, state of the tenant.
 * An operation without declared access is closed to everybody: a route somebody forgot to guard is a bug, not a hole.
 *
 * @param orgId the `:orgId` of the path, if the route has one
 * @throws `unauthenticated` and its kin, `insufficient_scope`, `admin_required`, `org_mismatch`, `organization_suspended`
 */
export function admit(access: Access | undefined, exchange: Exchange, orgId: string | undefined): void {
	exchange.admitted = true;
	if (access?.open) return;
	const { principal, refusal } = exchange;
	if (refusal) throw refusal;
	if (principal.kind === "anonymous")
		throw new AppError("unauthenticated", "Send a valid access token: Authorization: Bearer <token>.");
	if (!access?.requires) throw new Error(`route ${exchange.route} declares no access`);

	if (access.requires !== "session" && !principal.scopes.has(access.requires))
		throw new AppError("insufficient_scope", `This operation needs the scope ${access.requires}.`, {
			meta: { required: access.requires },
		});
	if (principal.system) return;
	if (access.system) throw new AppError("admin_required", "Only a system administrator may do this.");
	if (orgId !== undefined && principal.orgId !== orgId)
		throw new AppError("org_mismatch", "The token belongs to another organization than the one in the path.");
	if (principal.orgState !== null && principal.orgState !== "active" && !access.whileSuspended)
		throw new AppError("organization_suspended", suspendedDetail(principal.orgState), {
			meta: { state: principal.orgState },
		});
}

const suspendedDetail = (state: string): string =>
	state === "suspended"
		? "The organization is suspended; an administrator can resume it."
		: "The organization is scheduled for deletion; an administrator can restore it.";
