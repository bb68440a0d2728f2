import { type Static, Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseProse } from "#kernel/prose";
import { ERASURE_STATES, EXPORT_STATES, EXPORT_SUBJECTS } from "./values.ts";

const UserId = Id("usr", "id of the person");
/** Maximum length of a reason. */
export const MAX_REASON = 2_000;

const Reason = checked(
	Type.String({
		maxLength: 12_000,
		description: "1…2,000 characters. It stays in the receipt: do not name the person.",
		examples: ["Request of 12 January"],
	}),
	(raw, path) => parseProse(raw, path, MAX_REASON),
);
const RequestedBy = Type.String({ description: "Who requested it." });

/** What an erasure has left, and why. */
const Kept = closed({
	what: Type.String({ description: "Data that stays.", examples: ["recordings"] }),
	because: Type.String({ description: "Reason, one sentence." }),
});

/** The erasure of a person from an organization: its progress, and then its receipt. */
export const PrivacyErasure = closed(
	{
		id: Id("ers", "id of the erasure"),
		userId: UserId,
		state: OneOf(ERASURE_STATES, "`completed` is final."),
		reason: Nullable(Reason),
		erased: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
			description: "Number of rows erased so far, by kind: `chatMessages`, `participants`, …",
		}),
		kept: Type.Array(Kept, { description: "Data that stays, with reasons." }),
		requestedBy: RequestedBy,
		requestedAt: Timestamp,
		completedAt: Nullable(Timestamp),
	},
	{ $id: "PrivacyErasure" },
);
export type PrivacyErasure = Static<typeof PrivacyErasure>;

/** Selector of `fields` for an erasure. */
export const erasureFields = selectable(PrivacyErasure);

/** A new erasure. */
export const RequestErasureRequest = closed(
	{
		userId: UserId,
		confirm: Type.String({
			maxLength: 320,
			description: "The e-mail address of the person, or the `userId` again for one who is no longer a member.",
			examples: ["noah.okafor@greenvalley.example"],
		}),
		reason: Type.Optional(Nullable(Reason)),
	},
	{ $id: "RequestErasureRequestBody" },
);
export type RequestErasureRequest = Static<typeof RequestErasureRequest>;

/** Path of an erasure. */
export const ErasureParams = closed({
	orgId: Id("org", "id of the organization"),
	erasureId: Id("ers", "id of the erasure"),
});

/** Query of the list of erasures. */
export const ListErasuresQuery = listQuery({});
export type ListErasuresQuery = Static<typeof ListErasuresQuery>;

const Email = Type.String({
	maxLength: 320,
	description: "E-mail address.",
	examples: ["noah.okafor@greenvalley.example"],
});
const Progress = Type.Number({ minimum: 0, maximum: 1, description: "How far it has come, 0…1.", examples: [1] });

/** An export of a person, or of everything an organization has. */
export const PrivacyExport = closed(
	{
		id: Id("xpt", "id of the export"),
		subject: OneOf(EXPORT_SUBJECTS, "Subject of the export."),
		userId: Nullable(Id("usr", "id of the person; null if none is known, or for an organization")),
		state: OneOf(EXPORT_STATES, "`ready` can be downloaded; the file of an `expired` one was deleted."),
		progress: Progress,
		sizeBytes: Nullable(Type.Integer({ minimum: 0, description: "Size of the archive; null until it is ready." })),
		sha256: Nullable(Type.String({ description: "SHA-256 of the archive, hex; null until it is ready." })),
		contentUrl: Nullable(Type.String({ description: "Address for downloads with a token; null unless it is ready." })),
		failure: Nullable(Type.String({ description: "Error code of a failed one; null otherwise." })),
		requestedBy: RequestedBy,
		requestedAt: Timestamp,
		endedAt: Nullable(Timestamp),
		expiresAt: Nullable(Timestamp),
	},
	{ $id: "PrivacyExport" },
);
export type PrivacyExport = Static<typeof PrivacyExport>;

/** Selector of `fields` for an export. */
export const exportFields = selectable(PrivacyExport);

/** A new export. */
export const RequestExportRequest = closed(
	{
		subject: Type.Union([Type.Literal("organization"), closed({ userId: UserId }), closed({ email: Email })], {
			description: "`organization`, or a person: an account by its id, or an address such as that of an invited guest.",
		}),
	},
	{ $id: "RequestExportRequestBody" },
);
export type RequestExportRequest = Static<typeof RequestExportRequest>;

/** An address at which an export is downloaded without a token. */
export const ExportTicket = closed(
	{ url: Type.String({ description: "Address of the archive." }), expiresAt: Timestamp },
	{ $id: "PrivacyExportTicket" },
);
export type ExportTicket = Static<typeof ExportTicket>;

/** Path of an export. */
export const ExportParams = closed({
	orgId: Id("org", "id of the organization"),
	exportId: Id("xpt", "id of the export"),
});

/** Path of an export by its ticket. */
export const ExportTicketParams = closed({
	ticket: Type.String({ minLength: 1, maxLength: 2048, description: "The ticket." }),
});

/** Query of the list of exports. */
export const ListExportsQuery = listQuery({});
export type ListExportsQuery = Static<typeof ListExportsQuery>;
