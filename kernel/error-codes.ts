/** The kind of failure a code stands for. `http/statuses.ts` maps each kind to one HTTP status. */
export type ErrorKind =
	| "malformed" // 400
	| "unauthenticated" // 401
	| "payment" // 402
	| "forbidden" // 403
	| "missing" // 404
	| "method" // 405
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
	readonly label?: string;
	/**
	 * What was rejected when it is not the access token of the request: a token sent anywhere in the request, or a
	 * sign-in by a caller who has no token yet.
	 */
	readonly rejects?: "any_token" | "sign_in";
}

const CODES = {
	invalid_request: {
		kind: "malformed",
		description:
			"The request cannot be read: a query parameter, path or header is ill-formed. `error.errors` names it.",
	},
	invalid_json: {
		kind: "malformed",
		description: "The body is not acceptable JSON (syntax, UTF-8, depth, size of the tree, or a forbidden key).",
	},
	invalid_cursor: {
		kind: "malformed",
		description: "The cursor was altered, or belongs to other filters or another sort. Start again without it.",
	},
	invalid_fields: {
		kind: "malformed",
		description: "`fields` names an unknown member or is ill-formed. `error.meta.allowed` lists the names.",
	},
	idempotency_key_invalid: { kind: "malformed", description: "`Idempotency-Key` must be one UUID, bare or quoted." },

	unauthenticated: { kind: "unauthenticated", description: "A valid `Authorization: Bearer` token is required." },
	token_expired: {
		kind: "unauthenticated",
		description: "The access token is past its `exp`. Refresh it.",
		rejects: "any_token",
	},
	token_revoked: {
		kind: "unauthenticated",
		description: "The access behind the token is gone (membership removed, user disabled). Sign in again.",
		rejects: "any_token",
	},
	session_revoked: {
		kind: "unauthenticated",
		description: "The session behind the token was ended. Sign in again.",
		rejects: "any_token",
	},
	mfa_required: {
		kind: "unauthenticated",
		description:
			"The password is right, a second factor is owed: answer `error.meta.challengeToken` with a code of one of `error.meta.methods`.",
		rejects: "sign_in",
	},
	refresh_token_reused: {
		kind: "unauthenticated",
		description:
			"The refresh token was exchanged before: it may have been stolen, so its session was ended. Sign in again.",
		rejects: "any_token",
	},
	invalid_credentials: {
		kind: "unauthenticated",
		description: "E-mail and password do not match an account.",
		rejects: "sign_in",
	},

	forbidden: { kind: "forbidden", description: "The caller may not do this." },
	insufficient_scope: { kind: "forbidden", description: "The token lacks the scope in `error.meta.required`." },
	org_mismatch: {
		kind: "forbidden",
		description: "The token belongs to another organization than the one in the path.",
	},
	admin_required: { kind: "forbidden", description: "Only a system administrator may do this." },
	organization_suspended: {
		kind: "forbidden",
		description:
			"The organization is not active (`error.meta.state`): only the operations that say so are open to its members.",
	},
	password_change_required: {
		kind: "forbidden",
		description:
			"The caller signed in with an initial password: `PATCH /auth/update-profile` changes it, and nothing else is open before.",
	},
	email_not_verified: { kind: "forbidden", description: "The account's e-mail address is not confirmed yet." },
	oauth_denied: { kind: "forbidden", description: "The person, or the identity provider, declined the sign-in." },
	block_not_owned: {
		kind: "forbidden",
		description: "A block set by a higher authority can be lifted only by an equal or higher one.",
	},
	consent_required: {
		kind: "forbidden",
		description:
			"Participants have not consented (`error.meta.missing`), or nothing is recorded here at all (`error.meta.consent` is `disabled`).",
	},

	not_found: { kind: "missing", description: "The resource does not exist, or the caller may not know that it does." },
	record_not_found: {
		kind: "missing",
		label: "Record Not Found",
		description:
			"The sign-in at the identity provider is unknown, used, expired, or was started in another browser. Start again.",
	},
	route_not_found: { kind: "missing", description: "No operation has this path." },

	method_not_allowed: {
		kind: "method",
		description: "The path exists, but not with this method; `Allow` lists the ones that do.",
	},

	email_taken: {
		kind: "conflict",
		description:
			"The e-mail address belongs to an account. Answered only where no mail transport is set up, or to one who proved the address.",
	},
	conflict: {
		kind: "conflict",
		description: "The write collides with something that exists; `error.meta.field` names it.",
	},
	state_conflict: {
		kind: "conflict",
		description: "The resource is in a state (`error.meta.state`) that does not allow this.",
	},
	idempotency_in_progress: {
		kind: "conflict",
		description: "A request with the same `Idempotency-Key` is still running. Retry shortly.",
	},
	legal_hold_active: { kind: "conflict", description: "A legal hold keeps this from being deleted." },
	last_manager: { kind: "conflict", description: "The workspace would be left without a manager." },
	last_owner: { kind: "conflict", description: "The organization would be left without an owner." },

	upload_offset_mismatch: {
		kind: "conflict",
		description: "The bytes do not continue what has arrived: `error.meta.offset` says where to go on.",
	},

	gone: {
		kind: "gone",
		description: "The resource existed and is over: an upload that failed, expired or was cancelled.",
	},
	purged: { kind: "gone", description: "The resource was purged and cannot come back." },

	precondition_failed: {
		kind: "precondition_failed",
		description: "`If-Match` does not name the current version. Read again, then retry.",
	},

	payload_too_large: {
		kind: "too_large",
		description: "The body is larger than the operation accepts (`error.meta.maxBytes`).",
	},
	unsupported_media_type: {
		kind: "media_type",
		description:
			"The body must be `application/json` (PATCH also `application/merge-patch+json`), not encoded; media must be audio or video that this installation can decode.",
	},

	range_not_satisfiable: {
		kind: "range",
		description: "The range begins beyond the end of the content; `Content-Range` tells its size.",
	},

	validation_failed: {
		kind: "invalid",
		description: "The body is JSON but not what the operation accepts; `error.errors` names each member.",
	},
	idempotency_key_reused: {
		kind: "invalid",
		description: "The `Idempotency-Key` was used before with another payload.",
	},
	token_invalid: { kind: "invalid", description: "The one-time token is unknown, used or expired." },
	unknown_flag: { kind: "invalid", description: "A feature flag of that name does not exist." },
	media_unreadable: { kind: "invalid", description: "The audio or video file is empty, damaged or incomplete." },
	media_has_no_audio: { kind: "invalid", description: "The file holds no audio." },
	media_too_long: {
		kind: "invalid",
		description:
			"The recording is longer than accepted (`error.meta.maxDurationMs`), or has more channels (`maxChannels`).",
	},

	content_mismatch: {
		kind: "invalid",
		description: "The content is complete, but has another SHA-256 than was announced. The upload has failed.",
	},

	upload_locked: {
		kind: "locked",
		description: "Another request is writing to this upload. Ask for its offset when that has ended.",
	},

	checksum_mismatch: {
		kind: "checksum",
		description:
			"The bytes of this request do not have their `Upload-Checksum`. None of them was kept: send them again.",
	},

	rate_limited: { kind: "limited", description: "Too many requests; `Retry-After` says when to come back." },

	server_error: { kind: "bug", description: "A fault of ours. The log holds its cause under the request id." },
	oauth_exchange_failed: {
		kind: "bug",
		description:
			"The identity provider could not be asked who signed in, or its answer was no proof. Start again; the log holds the cause.",
	},
	provider_not_configured: {
		kind: "not_configured",
		description: "This needs an outside provider that is not set up; `error.meta.variable` names the variable to set.",
	},
	unavailable: {
		kind: "unavailable",
		description: "A dependency is down or the service is stopping. Retry after `Retry-After`.",
	},
	storage_full: {
		kind: "unavailable",
		description: "There is no room for the content. What was stored before is kept: retry once the operator made room.",
	},
} as const satisfies Record<string, ErrorCodeEntry>;

/** An error code, a key of {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof CODES;

/**
 * Every error code of the API: flat snake_case, unique, never renamed. A code must be listed here before anything can
 * throw it; `docs/errors.md` is generated from this table.
 */
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorCodeEntry>> = CODES;
