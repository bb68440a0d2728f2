import type { ErrorResponse } from "#http/envelope";
import { newRequestId } from "#kernel/request-id";
import type { Log } from "../log.ts";

/** Creates the response for when even the error handler failed: still the envelope, without the cause. */
export function fallbackResponse(error: unknown, log: Log): Response {
	const requestId = newRequestId();
	log.error("a request failed outside the application", { error, requestId });
	const body: ErrorResponse = {
		status: "error",
		message: "Server Error",
		error: {
			code: "server_error",
			detail: "An internal error occurred; the server's log has the details under the request id.",
			retryable: false,
		},
		requestId,
	};
	return Response.json(body, { status: 500, headers: { "x-request-id": requestId, "cache-control": "no-store" } });
}
