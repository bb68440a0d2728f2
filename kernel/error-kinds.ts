import type { PlainText } from "./texts.ts";

/** The kind of failure a code stands for. `http/statuses.ts` maps each kind to one HTTP status. */
export type ErrorKind =
	| "malformed" // 400
	| "unauthenticated" // 401
	| "payment" // 402
	| "forbidden" // 403
	| "missing" // 404
	| "method" // 405
	| "timeout" // 408
	| "conflict" // 409
	| "gone" // 410
	| "precondition_failed" // 412
	| "precondition_required" // 428
	| "too_large" // 413
	| "media_type" // 415
	| "range" // 416
	| "invalid" // 422
	| "locked" // 423
	| "limited" // 429
	| "checksum" // 460, as the tus protocol has it
	| "bug" // 500
	| "not_configured" // 501
	| "unavailable"; // 503

/** Definition of an error code. */
export interface ErrorCodeEntry {
	readonly kind: ErrorKind;
	/** The situation in which it occurs, and what to do about it; published in `docs/errors.md`. */
	readonly description: string;
	/** Label of the response where the specification gives the code its own; otherwise that of the status. */
	readonly label?: PlainText;
	/**
	 * What was rejected when it is not the access token of the request: a token sent anywhere in the request, or a
	 * sign-in by a caller who has no token yet.
	 */
	readonly rejects?: "any_token" | "sign_in";
}
