import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, okResponse } from "#http/resource";
import { exampleLiveAccess, ofLiveMeeting } from "#modules/meetings/meetings";
import { type CaptionLink, CaptionReaderTicket, captionLinkFields, IssuedCaptionLink } from "./schemas.ts";

const tag: Tag = {
	name: "Captions links",
	description: "Links for people who only read what is being said in a live meeting.",
};

const example: CaptionLink = {
	id: "cpl_01jd0z7v9gf2nbrexx3vqjhp41",
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp43",
	createdBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	createdAt: "2030-01-01T09:30:00.000Z",
	expiresAt: "2030-01-02T09:30:00.000Z",
};
const secret = "01jd0z7v9gf2nbrexx3vqjhp4101jd0z7v9gf2nbrexx3vqjhp41Q8x";

/** Documentation of the operations on captions links. */
export const documentation = {
	create: operation({
		id: "createCaptionLink",
		summary: "Create the captions link of a meeting",
		description:
			"Creates a secret address at which people without an account read the live captions of a scheduled or live " +
			"meeting, from its beginning; `?overlay` shows them on a transparent background for streaming programs. " +
			"Replaces the previous link. It ends with the meeting or at `expiresAt`, and works as long as its creator may " +
			"run the meeting: otherwise its readers are disconnected. Requires the right to run the meeting. Where records " +
			"are closed to guests, it is rejected with 403.",
		tag,
		examples: ofLiveMeeting,
		request: { expiresAt: "2031-01-01T00:00:00.000Z" },
		responses: {
			201: createdResponse("captions link", "The link, with its address", IssuedCaptionLink, "Captions link created", {
				...example,
				url: `https://api.example.edu/c/${secret}`,
			}),
		},
		errors: ["not_found", "forbidden", "purged", "state_conflict"],
	}),

	get: operation({
		id: "getCaptionLink",
		summary: "Get the captions link of a meeting",
		description:
			"Returns the link without its address, which is shown only when it is created. Requires the right to run the meeting.",
		tag,
		examples: ofLiveMeeting,
		responses: getResponses("The link", captionLinkFields.schema, "Captions link retrieved", example),
		errors: ["not_found", "forbidden", "purged"],
	}),

	remove: operation({
		id: "deleteCaptionLink",
		summary: "Withdraw the captions link of a meeting",
		description: "Its readers are disconnected within five seconds. Requires the right to run the meeting.",
		tag,
		examples: ofLiveMeeting,
		responses: { 204: emptyResponse("Withdrawn") },
		errors: ["not_found", "forbidden", "purged", "state_conflict"],
	}),

	ticket: operation({
		id: "createCaptionReaderTicket",
		summary: "Create a ticket for a reader of captions",
		description:
			"For the page at a captions link, whose readers send no token. The ticket opens one connection to " +
			"`/transcription/live` within 30 seconds, which receives captions and the translations of the meeting and may " +
			"send nothing. Returns 404 for a link that is unknown, expired or withdrawn, 409 while the meeting has not " +
			"started, and 403 once it is over.",
		tag,
		request: { link: secret },
		responses: {
			201: okResponse("The meeting and the ticket", CaptionReaderTicket, "Ticket created", {
				meeting: {
					id: ofLiveMeeting.meetingId,
					title: "Biology, period 3",
					language: "en",
					translateTo: ["es"],
				},
				organization: "Riverside School",
				branding: { accent: null, logo: null },
				live: exampleLiveAccess,
			}),
		},
		errors: ["not_found", "forbidden", "organization_suspended", "state_conflict"],
	}),
};
