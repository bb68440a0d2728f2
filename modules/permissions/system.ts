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
 * The call of work that no request asked for, under a request id of its own: it may do everything.
 * @param id who does it, as the audit trail names them: the queue of a job, or a command of the program
 */
export const systemContext = (id: `job:${string}` | `cli:${string}`): RequestContext =>
	ungatedContext(systemPrincipal(id), { requestId: newRequestId(), ip: null, userAgent: null });
