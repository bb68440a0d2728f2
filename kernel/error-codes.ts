import type { ErrorCodeEntry } from "./error-kinds.ts";

export type { ErrorCodeEntry, ErrorKind } from "./error-kinds.ts";

const CODES = {
	invalid_request: {
		kind: "malformed",
		description: "A query parameter, path parameter or header is invalid; `error.errors` names it.",
	},
	invalid_json: {
		kind: "malformed",
		description:
			"The body is not acceptable JSON: its syntax, encoding (UTF-8), depth or size is wrong, or it has a " +
			"forbidden key.",
	},
	invalid_cursor: {
		kind: "malformed",
		description:
			"The cursor was altered, or belongs to different filters or a different sort order. Start again without a cursor.",
	},
	invalid_fields: {
		kind: "malformed",
		description: "`fields` is malformed or names an unknown property; `error.meta.allowed` lists the known ones.",
	},
	idempotency_key_invalid: { kind: "malformed", description: "`Idempotency-Key` must be one UUID, bare or quoted." },

	unauthenticated: { kind: "unauthenticated", description: "A valid `Authorization: Bearer` token is required." },
	token_expired: {
		kind: "unauthenticated",
		description: "The access token has expired. Refresh it.",
		rejects: "any_token",
	},
	token_revoked: {
		kind: "unauthenticated",
		description:
			"The access that the token stands for has been withdrawn (membership removed, user disabled). Sign " +
			"in again.",
		rejects: "any_token",
	},
	session_revoked: {
		kind: "unauthenticated",
		description: "The session of the token has ended. Sign in again.",
		rejects: "any_token",
	},
	mfa_required: {
		kind: "unauthenticated",
		description:
			"The password is correct, but a second factor is required: send `error.meta.challengeToken` with a " +
			"code from one of `error.meta.methods`.",
		rejects: "sign_in",
	},
	refresh_token_reused: {
		kind: "unauthenticated",
		description:
			"The refresh token has already been used and may have been stolen, so its session was ended. Sign in again.",
		rejects: "any_token",
	},
	invalid_credentials: {
		kind: "unauthenticated",
		description: "The e-mail address and password do not match an account.",
		rejects: "sign_in",
	},

	payment_required: {
		kind: "payment",
		description:
			"Invoices of the organization are overdue: `error.meta.invoices` has the `id` and `number` of each. Pay them first.",
	},
	quota_exceeded: {
		kind: "payment",
		description:
			"The organization has used up its plan's limit of `error.meta.entitlement`, with `limit`, `used`, the time of the " +
			"next reset (`resetsAt`), and the cheapest `plan` that includes more. Only where plans are enforced.",
	},
	entitlement_required: {
		kind: "payment",
		description:
			"The plan of the organization does not include `error.meta.entitlement`; `plan` is the cheapest one that does. Only " +
			"where plans are enforced.",
	},

	forbidden: { kind: "forbidden", description: "The caller may not do this." },
	insufficient_scope: { kind: "forbidden", description: "The token lacks the scope in `error.meta.required`." },
	org_mismatch: {
		kind: "forbidden",
		description: "The token belongs to a different organization than the one in the path.",
	},
	admin_required: { kind: "forbidden", description: "Only a system administrator may do this." },
	organization_suspended: {
		kind: "forbidden",
		description:
			"The organization is not active (`error.meta.state`): only operations documented as available in " +
			"that state can be used.",
	},
	password_change_required: {
		kind: "forbidden",
		description:
			"The caller signed in with an initial password and must change it with `PATCH /auth/update-profile` " +
			"before anything else.",
	},
	email_not_verified: { kind: "forbidden", description: "The account's e-mail address is not confirmed yet." },
	email_domain_not_allowed: {
		kind: "forbidden",
		description:
			"The organization lists the domains it allows, and the domain of the address (`error.meta.domain`) is not among " +
			"them. Guests may have any address.",
	},
	oauth_denied: { kind: "forbidden", description: "The user or the other side declined the sign-in or the launch." },
	block_not_owned: {
		kind: "forbidden",
		description: "Only an equal or higher authority can lift this block.",
	},
	flag_locked: {
		kind: "forbidden",
		description:
			"The organization cannot set the feature flag: it is set by its compliance mode (`error.meta.control`) or the operator.",
	},
	consent_required: {
		kind: "forbidden",
		description:
			"Participants have not consented (`error.meta.missing`), or recording is disabled " +
			"(`error.meta.consent` is `disabled`).",
	},

	not_found: { kind: "missing", description: "The resource does not exist, or the caller has no access to it." },
	record_not_found: {
		kind: "missing",
		label: "Record Not Found",
		description:
			"The sign-in at a provider, or the launch, is unknown, used, expired, or of another browser. Start again.",
	},
	route_not_found: { kind: "missing", description: "No operation has this path." },

	method_not_allowed: {
		kind: "method",
		description: "The path does not support this method; `Allow` lists the methods it supports.",
	},

	email_taken: {
		kind: "conflict",
		description:
			"The e-mail address already has an account. Returned only if mail is not configured, or to a caller " +
			"who has proved that the address is theirs.",
	},
	conflict: {
		kind: "conflict",
		description: "The change conflicts with something that already exists; `error.meta.field` names the field.",
	},
	downgrade_blocked: {
		kind: "conflict",
		description:
			"The organization uses more than the plan includes; `error.meta.violations` lists every limit with its usage.",
	},
	state_conflict: {
		kind: "conflict",
		description: "The current state of the resource (`error.meta.state`) does not allow this.",
	},
	meeting_held: { kind: "conflict", description: "No host is in the room since `error.meta.since`. Retry later." },
	idempotency_in_progress: {
		kind: "conflict",
		description: "A request with the same `Idempotency-Key` is still running. Retry shortly.",
	},
	not_retained: {
		kind: "conflict",
		description:
			"The retention policy does not allow the content to be stored: its period is `0d`, or the meeting is too long ago.",
	},
	domain_claimed: { kind: "conflict", description: "Another organization has verified the domain." },
	domain_not_verified: {
		kind: "conflict",
		description: "The domain must be verified first; `error.meta.state` is its state.",
	},
	legal_hold_active: {
		kind: "conflict",
		description: "A legal hold prevents this: the content it covers must be preserved.",
	},
	last_manager: { kind: "conflict", description: "The workspace would be left without a manager." },
	last_owner: { kind: "conflict", description: "The organization would be left without an owner." },

	upload_offset_mismatch: {
		kind: "conflict",
		description: "The bytes do not continue the stored content; resume at `error.meta.offset`.",
	},

	gone: {
		kind: "gone",
		description:
			"The resource no longer exists: the upload failed, expired or was cancelled, or the content is missing from the storage.",
	},
	purged: { kind: "gone", description: "The resource was purged and cannot be restored." },

	precondition_failed: {
		kind: "precondition_failed",
		description: "`If-Match` does not name the current version. Read the resource again, then retry.",
	},

	request_timeout: { kind: "timeout", description: "The body arrived too slowly. Uploads keep the bytes received." },
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
		description: "The range begins beyond the end of the content; `Content-Range` gives its size.",
	},

	validation_failed: {
		kind: "invalid",
		description: "The body is valid JSON but not valid for this operation; `error.errors` names each invalid property.",
	},
	idempotency_key_reused: {
		kind: "invalid",
		description: "The `Idempotency-Key` has already been used with a different body.",
	},
	token_invalid: { kind: "invalid", description: "The one-time token is unknown, already used or expired." },
	invalid_domain: {
		kind: "invalid",
		description: "The value is not a valid domain name: `error.errors` says why.",
	},
	public_suffix: {
		kind: "invalid",
		description: "The domain is a public suffix (`co.uk`, `github.io`): it belongs to no organization.",
	},
	free_mail_domain: {
		kind: "invalid",
		description: "The domain belongs to a public mail provider (`gmail.com`), not to an organization.",
	},
	dns_record_not_found: {
		kind: "invalid",
		description:
			"The TXT record of the domain was not found: `error.meta` has its `name`, the `expected` and the `found` texts.",
	},
	compliance_violation: {
		kind: "invalid",
		description:
			"A control of the organization's compliance mode forbids it; `error.meta.control` names the control, `error.errors` " +
			"what must change. `GET /orgs/{orgId}/compliance` lists all controls.",
	},
	unknown_flag: { kind: "invalid", description: "There is no feature flag with this name." },
	media_unreadable: { kind: "invalid", description: "The audio, video or image file is empty, damaged or incomplete." },
	media_has_no_audio: { kind: "invalid", description: "The file contains no audio." },
	media_too_long: {
		kind: "invalid",
		description: "The recording is too long (`error.meta.maxDurationMs`) or has too many channels (`maxChannels`).",
	},

	content_mismatch: {
		kind: "invalid",
		description: "The content is complete, but its SHA-256 differs from the announced one. The upload has failed.",
	},

	upload_locked: {
		kind: "locked",
		description: "Another request is writing to this upload. When it has ended, get the offset and continue.",
	},

	checksum_mismatch: {
		kind: "checksum",
		description: "The bytes of this request do not match `Upload-Checksum`. None of them were stored: send them again.",
	},

	rate_limited: { kind: "limited", description: "Too many requests; retry after `Retry-After`." },

	server_error: { kind: "bug", description: "Internal error. The server's log has the cause under the request id." },
	oauth_exchange_failed: {
		kind: "bug",
		description:
			"The identity provider could not be reached or its response was invalid. Start again; the server's " +
			"log has the cause.",
	},
	provider_not_configured: {
		kind: "not_configured",
		description: "This requires a provider that is not configured; `error.meta.variable` names the variable to set.",
	},
	unavailable: {
		kind: "unavailable",
		description: "A dependency is unavailable or the service is shutting down. Retry after `Retry-After`.",
	},
	storage_full: {
		kind: "unavailable",
		description:
			"There is not enough disk space for the content. What is already stored is kept; retry once the " +
			"operator has freed space.",
	},
} as const satisfies Record<string, ErrorCodeEntry>;

/** An error code, a key of {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof CODES;

/**
 * Every error code of the API: flat snake_case, unique, never renamed. A code must be listed here before anything can
 * throw it; `docs/errors.md` is generated from this table.
 */
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorCodeEntry>> = CODES;
