import { type TProperties, Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { AUDIT_CATEGORIES, AUDIT_OUTCOMES } from "#platform/audit-trail";

const Hash = Type.String({ description: "SHA-256, 64 lower-case hex characters." });

const Actor = closed({
	type: Type.String({
		description: "`user`, `service` (an API key), `external`, `guest`, `system` (a job or a command) or `anonymous`.",
	}),
	id: Type.String({ description: "Id of the person, key, guest, job or command; empty for `anonymous`." }),
	name: Type.Optional(Type.String({ description: "The name as it is now; absent once the person was erased." })),
	email: Type.Optional(Type.String({ description: "The address as it is now; absent once the person was erased." })),
	role: Nullable(Type.String({ description: "The role at the time." })),
});

const Target = closed({
	type: Type.String({ description: "Kind of resource.", examples: ["member"] }),
	id: Type.String(),
	name: Type.Optional(Type.String({ description: "The name of a member or API key, as it is now." })),
});

const Change = closed({
	path: Type.String({ description: "JSON Pointer of the member.", examples: ["/role"] }),
	from: Type.Unknown({ description: "Previous value; null: none." }),
	to: Type.Unknown({ description: "New value; null: none." }),
});

const Context = closed({
	ip: Nullable(Type.String({ description: "Client address; null for a job, and once the person was erased." })),
	userAgent: Nullable(Type.String({ description: "Null for a job, and once the person was erased." })),
	sessionId: Nullable(Type.String({ description: "Null without a session, and once the person was erased." })),
	requestId: Type.String({ description: "The `X-Request-ID` of the request." }),
	authMethod: Nullable(Type.String({ description: "Authentication methods of the caller (RFC 8176), e.g. `pwd`." })),
});

/** An entry of the audit log. */
export const AuditLog = closed(
	{
		id: Id("aud", "id of the entry"),
		sequence: Type.Integer({ minimum: 1, description: "Number of the entry in the organization's log, without gaps." }),
		occurredAt: Timestamp,
		orgId: Type.String({ description: "Id of the organization." }),
		action: Type.String({ description: "Noun and verb.", examples: ["member.update"] }),
		category: OneOf(AUDIT_CATEGORIES, "category of the action"),
		outcome: OneOf(AUDIT_OUTCOMES, "`denied`: refused for lack of rights; `failure`: it did not succeed"),
		actor: Actor,
		targets: Type.Array(Target),
		context: Context,
		changes: Type.Array(Change),
		hash: Hash,
		prevHash: Hash,
	},
	{ $id: "AuditLog" },
);
export type AuditLog = typeof AuditLog.static;

/** Selector of `fields` for an entry. */
export const auditLogFields = selectable(AuditLog);

/** Maximum length of `q`, in characters. */
const MAX_Q = 200;

// Without examples, which tools would fill in.
const Text = (maxLength: number, description: string) =>
	Type.Optional(Type.String({ minLength: 1, maxLength, description }));

const filters = {
	from: Text(64, "Only entries since then: RFC 3339."),
	to: Text(64, "Only entries before then: RFC 3339."),
	action: Text(128, "Only this action, such as `member.update`, or all with this beginning, such as `member.*`."),
	actorId: Text(512, "Only actions of this user, key, guest, job or command."),
	targetType: Text(64, "Only actions on this kind of resource."),
	targetId: Text(512, "Only actions on this resource."),
	category: Type.Optional(OneOf(AUDIT_CATEGORIES, "only this category")),
	outcome: Type.Optional(OneOf(AUDIT_OUTCOMES, "only this outcome")),
	ip: Text(64, "Only actions from this address."),
	q: Text(
		MAX_Q,
		"Only entries that contain this text, in any case: in the action, an id, the context or a changed value.",
	),
	order: Type.Optional(OneOf(["desc", "asc"], "`desc` (default): newest first; `asc`: oldest first")),
} satisfies TProperties;

/** Query of the list. */
export const ListAuditLogsQuery = listQuery(filters);
export type ListAuditLogsQuery = typeof ListAuditLogsQuery.static;

/** Path of an entry. */
export const AuditLogParams = closed({
	orgId: Id("org", "id of the organization"),
	entryId: Id("aud", "id of the entry"),
});

/** Faults of a log. */
export const FAULTS = [
	"sequence_gap",
	"chain_broken",
	"entry_altered",
	"context_altered",
	"head_mismatch",
	"checkpoint_mismatch",
	"checkpoint_invalid",
] as const;

/** The result of a verification. */
export const AuditVerification = closed(
	{
		ok: Type.Boolean({ description: "Whether all entries are unchanged and none is missing." }),
		checked: Type.Integer({ minimum: 0, description: "Number of valid entries." }),
		firstBadSequence: Nullable(
			Type.Integer({ minimum: 1, description: "Sequence of the first invalid entry; null: none." }),
		),
		fault: Nullable(
			OneOf(
				FAULTS,
				"fault of that entry: `sequence_gap`: an entry is missing or at another place; `chain_broken`: it " +
					"does not follow the one before; `entry_altered`: it was changed; `context_altered`: its address, " +
					"device or session was; `head_mismatch`: the last entries are missing, or were replaced; " +
					"`checkpoint_mismatch`: the log is not the signed one, all hashes were recomputed; " +
					"`checkpoint_invalid`: a signature is wrong, or one is missing",
			),
		),
		head: Type.String({ description: "Hash of the last valid entry." }),
		checkpoints: closed({
			verified: Type.Integer({ minimum: 0, description: "Number of signatures that were verified." }),
			unverified: Type.Integer({
				minimum: 0,
				description: "Number of signatures by keys that were lost with an earlier encryption key.",
			}),
			lastSequence: Nullable(
				Type.Integer({ minimum: 1, description: "Sequence up to which the log is signed; null: not yet." }),
			),
			lastSignedAt: Nullable(Timestamp),
			keyId: Nullable(Type.String({ description: "Thumbprint (RFC 7638) of the Ed25519 key that signed last." })),
		}),
	},
	{ $id: "AuditVerification" },
);
export type AuditVerification = typeof AuditVerification.static;

/** Selector of `fields` for the result of a verification. */
export const verificationFields = selectable(AuditVerification);
