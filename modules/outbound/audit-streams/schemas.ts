import { type TSchema, Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseName } from "#kernel/text";
import { MadeBy, MakerState, makerFilter } from "#modules/identity/makers";
import { AUDIT_CATEGORIES } from "#platform/audit-trail";
import { assertCertificates } from "./parse.ts";
import { DISABLED_REASONS, STREAM_STATES, STREAM_TYPES } from "./values.ts";

const Name = checked(
	Type.String({ description: "1…128 characters after trimming.", examples: ["Security operations"] }),
	parseName,
);
const Url = Type.String({
	maxLength: 2_048,
	description: "URL to which a `webhook` sends: https, without credentials, at a public address.",
	examples: ["https://siem.example.com/parley"],
});
const Host = Type.String({
	maxLength: 253,
	pattern: "^[A-Za-z0-9.:_-]+$",
	description: "Name or public address of the `syslog` server; its certificate must be valid for it.",
	examples: ["syslog.example.com"],
});
const Port = Type.Integer({ minimum: 1, maximum: 65_535, description: "Port of the `syslog` server, usually 6514." });
const CaCertificates = checked(
	Type.String({
		maxLength: 65_536,
		description:
			"Certificates, PEM, of the authorities that may vouch for the `syslog` server, in place of the public ones.",
	}),
	assertCertificates,
);
const Categories = Type.Array(OneOf(AUDIT_CATEGORIES, "category of an entry"), {
	minItems: 1,
	uniqueItems: true,
	description: "Categories of the entries that are sent.",
});
const categories = Type.Union([Categories, Type.Null()], { description: "Null: entries of all categories." });

const members = {
	id: Id("ast", "id of the stream"),
	name: Name,
	type: OneOf(
		STREAM_TYPES,
		"`webhook`: signed JSON (Standard Webhooks) by HTTPS; `syslog`: RFC 5424 over TLS (RFC 5425)",
	),
	url: Nullable(Url),
	host: Nullable(Host),
	port: Nullable(Port),
	caCertificates: Nullable(CaCertificates),
	categories,
	state: OneOf(
		STREAM_STATES,
		"`failing`: the last attempt failed, and is repeated; `disabled`: nothing is sent until it is enabled again",
	),
	disabledReason: Nullable(
		OneOf(DISABLED_REASONS, "`gone`: it answered 410; `failing`: no success for 120 hours; null: disabled by a user"),
	),
	sentSequence: Type.Integer({ minimum: 0, description: "Sequence of the audit log up to which entries were sent." }),
	deliveredAt: Nullable(Timestamp),
	failingSince: Nullable(Timestamp),
	failure: Nullable(Type.String({ description: "Error of the last attempt." })),
	createdBy: MadeBy,
	makerState: MakerState,
	createdAt: Timestamp,
	updatedAt: Timestamp,
} satisfies Record<string, TSchema>;

/** A stream without its secret. */
export const AuditStream = closed(members, { $id: "AuditStream" });
export type AuditStream = typeof AuditStream.static;

/** Selector of `fields` for a stream. */
export const auditStreamFields = selectable(AuditStream);

/** A stream with its secret. */
export const CreatedAuditStream = closed(
	{
		...members,
		secret: Nullable(
			Type.String({ description: "The key of a webhook's signatures, shown only once: `whsec_…`; null for syslog." }),
		),
	},
	{ $id: "CreatedAuditStream" },
);
export type CreatedAuditStream = typeof CreatedAuditStream.static;

/** A stream in events and audit entries: without its URL, which may contain a secret. */
export const AuditStreamSummary = closed(
	{
		id: members.id,
		name: Name,
		type: members.type,
		target: Type.String({ description: "Host and port that entries are sent to.", examples: ["siem.example.com:443"] }),
		categories,
		enabled: Type.Boolean({ description: "Whether anything is sent." }),
		disabledReason: members.disabledReason,
		createdBy: members.createdBy,
		makerState: members.makerState,
	},
	{ $id: "AuditStreamSummary" },
);
export type AuditStreamSummary = typeof AuditStreamSummary.static;

const changeable = {
	url: Type.Optional(Url),
	host: Type.Optional(Host),
	port: Type.Optional(Port),
	caCertificates: Type.Optional(Nullable(CaCertificates)),
	categories: Type.Optional(categories),
};

/** Request for a new stream. */
export const CreateAuditStreamRequest = closed(
	{
		name: Name,
		type: members.type,
		...changeable,
		afterSequence: Type.Optional(
			Type.Integer({
				minimum: 0,
				description:
					"Sends the entries after this position of the audit log; 0: all. Default: those recorded from now on.",
			}),
		),
	},
	{ $id: "CreateAuditStreamRequestBody" },
);
export type CreateAuditStreamRequest = typeof CreateAuditStreamRequest.static;

/** Merge patch of a stream. */
export const UpdateAuditStreamRequest = closed(
	{
		name: Type.Optional(Name),
		...changeable,
		enabled: Type.Optional(
			Type.Boolean({ description: "False: nothing is sent; true: pending entries are sent, in order, from now on." }),
		),
	},
	{ $id: "UpdateAuditStreamRequestBody" },
);
export type UpdateAuditStreamRequest = typeof UpdateAuditStreamRequest.static;

/** The outcome of a test. */
export const AuditStreamTest = closed(
	{
		ok: Type.Boolean({ description: "Whether the receiver accepted the message." }),
		failure: Nullable(Type.String({ description: "What went wrong." })),
		durationMs: Type.Integer({ minimum: 0 }),
	},
	{ $id: "AuditStreamTest" },
);
export type AuditStreamTest = typeof AuditStreamTest.static;

/** Path of a stream. */
export const AuditStreamParams = closed({
	orgId: Id("org", "id of the organization"),
	streamId: Id("ast", "id of the stream"),
});

/** Query of the list. */
export const ListAuditStreamsQuery = listQuery(makerFilter);
export type ListAuditStreamsQuery = typeof ListAuditStreamsQuery.static;
