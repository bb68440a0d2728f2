/** Every event the service announces today. Past tense; never renamed. */
export const EVENT_TYPES = [
	"org.created",
	"org.updated",
	"org.settings_updated",
	"org.suspended",
	"org.resumed",
	"org.deletion_scheduled",
	"org.restored",
	"org.purged",
	"org.member.added",
	"org.member.removed",
	"org.member.role_changed",
	"org.invitation.created",
	"org.invitation.accepted",
	"org.invitation.resent",
	"org.invitation.revoked",
	"security.signed_in",
	"security.signed_out",
	"security.passkey_added",
	"security.passkey_removed",
	"security.passkey_cloned",
	"security.api_key_created",
	"security.api_key_updated",
	"security.api_key_rotated",
	"security.api_key_revoked",
	"security.api_key_orphaned",
	"security.api_key_adopted",
	"security.registered",
	"security.identity_linked",
	"security.identity_unlinked",
	"security.account_taken_over",
	"security.email_verified",
	"security.email_changed",
	"security.password_reset_requested",
	"security.password_changed",
	"security.profile_updated",
	"security.organization_switched",
	"security.session_compromised",
	"security.mfa_enabled",
	"security.mfa_disabled",
	"security.recovery_codes_replaced",
	"security.recovery_code_used",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** One member that changed; `path` is a JSON Pointer, absent values are null. */
export type FieldChange = Readonly<{ path: string; from: unknown; to: unknown }>;

/** An event as a service announces it; sequence, time, actor and request come from the change it belongs to. */
export interface NewEvent {
	readonly type: EventType;
	/** The resource as the API shows it. */
	readonly object: Readonly<Record<string, unknown>>;
	readonly changes?: readonly FieldChange[];
}
