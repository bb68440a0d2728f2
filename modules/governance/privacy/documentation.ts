import { Type } from "@sinclair/typebox";
import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, getResponses, notModified, okResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { ExportTicket, erasureFields, exportFields, PrivacyErasure, PrivacyExport } from "./schemas.ts";

const tag: Tag = {
	name: "Privacy",
	description: "Exports of personal data and of everything an organization has, and the erasure of people.",
};

const requested: PrivacyErasure = {
	id: "ers_01jd0z7v9gf2nbrexx3vqjhp41",
	userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	state: "queued",
	reason: "Request of 12 January",
	erased: {},
	kept: [
		{
			what: "recordings",
			because: "They are the organization's, and other people are in them; they go with their retention period.",
		},
	],
	requestedBy: "usr_01jd0z7v9gf2nbrexx3vqjhp42",
	requestedAt: "2030-01-12T09:30:00.000Z",
	completedAt: null,
};
const completed: PrivacyErasure = {
	...requested,
	state: "completed",
	erased: { chatMessages: 12, participants: 3, speakers: 2, events: 4 },
	completedAt: "2030-01-12T09:30:02.000Z",
};

/** Documentation of the operations on erasures. */
export const erasureDocumentation = {
	list: operation({
		id: "listErasures",
		summary: "List the erasures of people from an organization",
		description: "Lists the newest first. Each is the receipt of what was erased.",
		tag,
		responses: { 200: pageResponse("A page of erasures", erasureFields.schema, "Erasures retrieved", completed) },
	}),

	request: operation({
		id: "requestErasure",
		summary: "Erase a person from an organization",
		description:
			"Ends their membership at once; a job then deletes their chat messages, notifications, calendar addresses " +
			"and the invitations to them, and removes their name and address from participants, speakers, action " +
			"items, events and the audit log. It cannot be undone. Recordings and what was said in transcripts stay " +
			"with the organization; a name within free text is not found. The account remains: it belongs to the " +
			"person. Requires the right to remove this member. 409 `legal_hold_active` while a legal hold is on the " +
			"person or on the organization; meetings preserved by a hold are left out and listed in the receipt.",
		tag,
		request: { userId: requested.userId, confirm: "noah.okafor@greenvalley.example", reason: requested.reason },
		responses: { 201: createdResponse("erasure", "The erasure", PrivacyErasure, "Erasure requested", requested) },
		errors: ["forbidden", "last_owner", "legal_hold_active"],
	}),

	get: operation({
		id: "getErasure",
		summary: "Get an erasure",
		description:
			"Its progress, and once it is completed the receipt: numbers of erased rows, and the data that stays, with reasons.",
		tag,
		responses: getResponses("The erasure", erasureFields.schema, "Erasure retrieved", completed),
	}),
};

const ready: PrivacyExport = {
	id: exampleId("xpt"),
	subject: "person",
	userId: exampleId("usr"),
	state: "ready",
	progress: 1,
	sizeBytes: 48_213,
	sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
	contentUrl: `https://parley.example.edu/orgs/${exampleId("org")}/privacy/exports/${exampleId("xpt")}/content`,
	failure: null,
	requestedBy: exampleId("usr", 2),
	requestedAt: "2030-01-12T09:30:00.000Z",
	endedAt: "2030-01-12T09:30:02.000Z",
	expiresAt: "2030-01-19T09:30:02.000Z",
};
const queued: PrivacyExport = {
	...ready,
	state: "queued",
	progress: 0,
	sizeBytes: null,
	sha256: null,
	contentUrl: null,
	endedAt: null,
	expiresAt: null,
};
const ticket: ExportTicket = {
	url: "https://parley.example.edu/privacy-exports/v1.0a1b2c3d.Zm9v",
	expiresAt: "2030-01-19T09:30:02.000Z",
};

const bytes = Type.String({ format: "binary" });
const media = { "application/zip": { schema: bytes } };
const HEADERS = {
	ETag: "The hash of the archive, for If-None-Match and If-Range.",
	"Accept-Ranges": "`bytes`.",
	"Content-Disposition": "The name of the file.",
};
const parts = {
	200: { description: "The archive", schema: Type.Any(), headers: HEADERS, mediaTypes: media },
	206: {
		description: "The part requested with `Range`",
		schema: Type.Any(),
		headers: { ...HEADERS, "Content-Range": "The position of the part, and the size of the archive." },
		mediaTypes: media,
	},
	304: notModified,
};
const CONTENT =
	"A ZIP archive: one file of JSON lines for each kind of data, a README, and `manifest.json` with the SHA-256 of every " +
	"file. It contains no secrets, nothing that has expired, and nothing that is being purged.";

/** Documentation of the operations on exports. */
export const exportDocumentation = {
	list: operation({
		id: "listExports",
		summary: "List the exports of an organization",
		description: "Lists the newest first.",
		tag,
		responses: { 200: pageResponse("A page of exports", exportFields.schema, "Exports retrieved", ready) },
	}),

	request: operation({
		id: "requestExport",
		summary: "Export a person's data, or all data of the organization",
		description:
			`The archive is built in the background. ${CONTENT} The export of a person contains everything in this organization that names them: ` +
			"membership, participation, consent, messages, spoken segments, action items, notifications, invitations " +
			"to them, and their actions. The export of the organization contains all of its data, and the content of " +
			"its recordings. The archive is deleted after 7 days; earlier when something in it is purged or a person " +
			"in it is erased. Allowed while the organization is suspended. At most 5 an hour.",
		tag,
		request: { subject: { userId: exampleId("usr") } },
		responses: { 201: createdResponse("export", "The export", PrivacyExport, "Export requested", queued) },
		errors: ["rate_limited"],
	}),

	get: operation({
		id: "getExport",
		summary: "Get an export",
		description: "Its state and progress.",
		tag,
		responses: getResponses("The export", exportFields.schema, "Export retrieved", ready),
	}),

	content: operation({
		id: "downloadExport",
		summary: "Download an export",
		description: `${CONTENT} \`Range\` resumes a download. 409 \`state_conflict\` unless the export is ready.`,
		tag,
		responses: parts,
		errors: ["state_conflict", "range_not_satisfiable"],
	}),

	ticket: operation({
		id: "createExportTicket",
		summary: "Create a download address for an export",
		description:
			"For browsers and programs that send no `Authorization`. The address is valid until the export expires, as long as " +
			"the caller's session lasts and they administer the organization. Anyone who has it can download the export: do not publish it.",
		tag,
		responses: { 201: okResponse("The address", ExportTicket, "Ticket created", ticket) },
		errors: ["state_conflict"],
	}),

	download: operation({
		id: "downloadExportWithTicket",
		summary: "Download an export with a ticket",
		description:
			"The ticket grants no rights of its own: each request checks whether its creator still administers the organization. `Range` resumes a download.",
		tag,
		responses: parts,
		errors: [
			"unauthenticated",
			"token_expired",
			"token_revoked",
			"session_revoked",
			"insufficient_scope",
			"not_found",
			"purged",
			"gone",
			"state_conflict",
			"range_not_satisfiable",
		],
	}),
};

/** Documentation of the export of one's own account. */
export const accountDocumentation = operation({
	id: "exportAccount",
	summary: "Export your own account",
	description:
		`Responds with the archive itself. ${CONTENT} It contains the account, how and where it signs in, and what names the ` +
		"person in each organization they belong to. The sign-in must be recent, or the request contains the password or a " +
		"code. At most 5 an hour.",
	tag,
	request: {},
	responses: {
		200: {
			description: "The archive",
			schema: Type.Any(),
			headers: { "Content-Disposition": "The name of the file." },
			mediaTypes: media,
		},
	},
	errors: ["forbidden", "rate_limited"],
});
