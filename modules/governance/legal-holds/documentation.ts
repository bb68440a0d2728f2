import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, getResponses, versionedResponse } from "#http/resource";
import { type FormerText, formerTextFields, LegalHold, legalHoldFields } from "./schemas.ts";

const tag: Tag = {
	name: "Legal holds",
	description: "Content that must be preserved for legal proceedings: it can neither be deleted nor purged.",
};

const example: LegalHold = {
	id: "hld_01jd0z7v9gf2nbrexx3vqjhp41",
	name: "Doe v. Riverside School",
	matter: "2030-CV-0117",
	reason: "Counsel asked us to preserve everything.",
	scope: "person",
	meetingId: null,
	userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	workspaceId: null,
	from: "2030-01-01T00:00:00.000Z",
	to: null,
	state: "active",
	placedBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	placedAt: "2030-02-01T09:30:00.000Z",
	releasedBy: null,
	releasedAt: null,
	releaseReason: null,
};
const released: LegalHold = {
	...example,
	state: "released",
	releasedBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	releasedAt: "2031-02-01T09:30:00.000Z",
	releaseReason: "The proceedings are over.",
};

const EFFECT =
	"While a hold is active, nothing that belongs to a matching meeting can be deleted (409 `legal_hold_active`) or " +
	"is purged by retention, and the organization cannot be deleted. Texts can be edited; their former versions are " +
	"kept.";

const formerText: FormerText = {
	id: "fmr_01jd0z7v9gf2nbrexx3vqjhp41",
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	object: { type: "summary", id: "sum_01jd0z7v9gf2nbrexx3vqjhp41" },
	former: { overview: "The budget was approved." },
	replacedBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	replacedAt: "2030-02-02T10:00:00.000Z",
};

/** Documentation of the operations on legal holds. */
export const documentation = {
	list: operation({
		id: "listLegalHolds",
		summary: "List the legal holds of an organization",
		description: "Lists the newest first, including released ones.",
		tag,
		responses: {
			200: pageResponse("A page of legal holds", legalHoldFields.schema, "Legal holds retrieved", example),
		},
	}),

	place: operation({
		id: "placeLegalHold",
		summary: "Place a legal hold",
		description:
			"Send one of `meetingId`, `userId` and `workspaceId`, or a time range (`from`, `to`); a person or a workspace may be " +
			'limited to a time range. `{"scope": "organization"}` preserves everything. Meetings that match later are ' +
			`preserved as well. ${EFFECT} Content deleted or purged before cannot be restored.`,
		tag,
		request: { name: example.name, matter: "2030-CV-0117", scope: "organization" },
		responses: { 201: createdResponse("legal hold", "The legal hold", LegalHold, "Legal hold placed", example) },
		errors: ["conflict"],
	}),

	get: operation({
		id: "getLegalHold",
		summary: "Get a legal hold",
		tag,
		responses: getResponses("The legal hold", legalHoldFields.schema, "Legal hold retrieved", example),
	}),

	listFormerTexts: operation({
		id: "listFormerTexts",
		summary: "List the former texts that a legal hold preserves",
		description:
			"Lists former versions of texts of the matching meetings that were replaced or deleted, latest first: " +
			"titles and descriptions, names of participants and speakers, captions corrected by their source, " +
			"summaries, action items and translations, whether replaced by users or by a new summary. A text is kept " +
			"if a hold matched its meeting at that time, and deleted once no hold does. Corrections of segments are " +
			"in `GET …/segments/{segmentId}/revisions`. A page may have fewer items than `limit` although `hasMore` " +
			"is true. A released hold lists none.",
		tag,
		responses: {
			200: pageResponse("A page of former texts", formerTextFields.schema, "Former texts retrieved", formerText),
		},
	}),

	release: operation({
		id: "releaseLegalHold",
		summary: "Release a legal hold",
		description:
			"Cannot be undone; the hold stays in the list. Content that no other hold preserves can be deleted again, and is " +
			"purged once its retention period is over; its former texts are deleted.",
		tag,
		request: { reason: "The proceedings are over." },
		responses: { 200: versionedResponse("The legal hold", LegalHold, "Legal hold released", released) },
		errors: ["precondition_failed"],
	}),
};
