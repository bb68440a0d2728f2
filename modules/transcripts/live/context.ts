import type { RequestContext } from "#kernel/request-context";
import { newRequestId } from "#kernel/request-id";
import { assertMayListen } from "./callers.ts";
import type { Standing } from "./ports.ts";

/** Returns the context of what somebody does by a connection. */
export const contextOf = ({ principal }: Standing, ip: string | null): RequestContext => ({
	principal,
	requestId: newRequestId(),
	ip,
	userAgent: null,
	idempotency: null,
	ifMatch: null,
	tenant: null,
	authorize: assertMayListen,
	signal: null,
});
