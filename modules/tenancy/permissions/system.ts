import { ANONYMOUS, type Principal } from "#kernel/principal";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import { newRequestId } from "#kernel/request-id";
import { SCOPES } from "#kernel/scopes";
import type { PrincipalRole } from "./roles.ts";

const systemPrincipal = (id: string): Principal => ({
	...ANONYMOUS,
	kind: "system",
	id,
	role: "system_admin" satisfies PrincipalRole,
	scopes: new Set(SCOPES),
	system: true,
});

/**
 * Creates the context of work without a request, with a new request id and all permissions.
 * @param id actor in the audit trail: the queue of a job, or a command of the program
 */
export const systemContext = (id: `job:${string}` | `cli:${string}`): RequestContext =>
	ungatedContext(systemPrincipal(id), { requestId: newRequestId(), ip: null, userAgent: null, signal: null });
