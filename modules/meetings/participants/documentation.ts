import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, okResponse, versionedResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { exampleLiveAccess, ofLiveMeeting } from "#modules/meetings/meetings";
import { AddedParticipant, JoinedMeeting, MeetingPreview, Participant, participantFields } from "./schemas.ts";

/** Group of the operations on the people of a meeting. */
export const participantsTag: Tag = {
	name: "Participants",
	description: "Participants of a meeting: members of the organization, and guests without an account.",
};

const example: Participant = {
	id: "par_01jd0z7v9gf2nbrexx3vqjhp41",
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	name: "Ada Lovelace",
	email: null,
	role: "participant",
	state: "admitted",
	joinedAt: "2030-01-01T09:30:00.000Z",
	leftAt: null,
	version: 2,
	createdAt: "2030-01-01T09:00:00.000Z",
	updatedAt: "2030-01-01T09:30:00.000Z",
};
const guest: Participant = { ...example, userId: null, name: "Grace Hopper", role: "guest" };

const GUEST_TOKEN =
	"A guest's token is valid for this meeting only, for at most 8 hours: it gets 403 `forbidden` once the " +
	"meeting is over and 401 `token_revoked` once the guest has been refused or removed.";

/** Documentation of the operations on participants. */
export const documentation = {
	joinByCode: operation({
		id: "joinMeetingByCode",
		summary: "Join a meeting with a code",
		description:
			"Takes the code at the end of a join address, either the meeting's or a personal invitation's. Members of the " +
			"organization who send a token join as themselves and get no new token, whether or not the identity provider's people " +
			"have an account here; anyone else joins as a guest under the given name. With a lobby, guests wait (`state: waiting`) until they are admitted; they also wait without a lobby once a " +
			"guest has been removed, because it may be the same person. Guests invited by e-mail do not wait. The live socket tells waiting guests " +
			"whether they are admitted. " +
			`${GUEST_TOKEN} An unknown code, a deleted one and one of a meeting that is over all get the same 404.`,
		tag: participantsTag,
		request: { code: "01jd0z7v9gf2nbrexx3vqjhp41Zk3Qm0l3…", name: "Grace Hopper" },
		responses: {
			200: {
				description: "Joined, or waiting in the lobby",
				schema: JoinedMeeting,
				example: {
					access_token: "eyJhbGciOiJFZERTQSJ9.e30.c2ln",
					token_type: "Bearer",
					expires_in: 28_800,
					participant: guest,
					live: exampleLiveAccess,
				},
			},
		},
		errors: ["quota_exceeded", "not_found", "forbidden", "state_conflict", "conflict"],
		tokenOptional: true,
	}),

	previewByCode: operation({
		id: "previewMeetingByCode",
		summary: "Preview a meeting by its code",
		description:
			"Says which meeting a code opens before anyone joins: its title, the names of its hosts, and whether it is live. " +
			"Nothing is said of other participants, and nothing is changed. The code of a meeting that is over returns " +
			"`over` while the meeting exists; an unknown, deleted or expired code gets the same 404 as joining with it.",
		tag: participantsTag,
		request: { code: "01jd0z7v9gf2nbrexx3vqjhp41Zk3Qm0l3…" },
		responses: {
			200: okResponse("The meeting", MeetingPreview, "Meeting previewed", {
				title: "Biology, period 3",
				hosts: ["Ada Lovelace"],
				state: "live",
			}),
		},
		errors: ["not_found"],
	}),

	list: operation({
		id: "listParticipants",
		summary: "List the participants of a meeting",
		description:
			"Lists participants in the order in which they were added. Participants who are waiting or were " +
			"refused or removed are shown only to callers who run the meeting. A guest in the lobby sees only " +
			"themselves.",
		tag: participantsTag,
		examples: ofLiveMeeting,
		responses: {
			200: pageResponse("A page of participants", participantFields.schema, "Participants retrieved", example),
		},
		errors: ["not_found", "forbidden", "purged"],
	}),

	get: operation({
		id: "getParticipant",
		summary: "Get a participant",
		tag: participantsTag,
		examples: ofLiveMeeting,
		responses: getResponses("The participant", participantFields.schema, "Participant retrieved", example),
		errors: ["not_found", "forbidden", "purged"],
	}),

	add: operation({
		id: "addParticipant",
		summary: "Add a participant",
		description:
			"Adds a member of the organization by `userId`, or invites an outside guest by `email`, whether or " +
			"not the address has an account. Guests get a personal join address; without mail, the response " +
			"contains it, and it is shown only once. A guest who was already invited gets a new address that " +
			"replaces the old one; one who was refused or removed may come back. Requires the right to run the " +
			"meeting.",
		tag: participantsTag,
		examples: ofLiveMeeting,
		request: { email: "grace@example.org", name: "Grace Hopper" },
		responses: {
			201: createdResponse("participant", "The participant", AddedParticipant, "Participant added", {
				...guest,
				email: "grace@example.org",
				state: "invited",
				joinedAt: null,
				joinUrl: null,
			}),
		},
		errors: ["not_found", "forbidden", "purged", "state_conflict", "conflict"],
	}),

	changeRole: operation({
		id: "updateParticipant",
		summary: "Change the role of a participant",
		description:
			"Names a host: a participant with the role `host` runs the meeting, in the room at once and from their next request. " +
			"Only members of the organization can be hosts (409 `conflict`): neither guests nor members whose role is `guest`. " +
			"The host of the meeting (`hostId`) keeps the role. Requires the right to run the meeting.",
		tag: participantsTag,
		examples: ofLiveMeeting,
		request: { role: "host" },
		responses: {
			200: versionedResponse("The participant", Participant, "Participant updated", { ...example, role: "host" }),
		},
		errors: ["not_found", "forbidden", "purged", "state_conflict", "conflict", "precondition_failed"],
	}),

	admit: operation({
		id: "admitParticipant",
		summary: "Admit a guest from the lobby",
		description:
			"The guest's token works for the meeting from their next request. Possible while the meeting is " +
			"live. Requires the right to run the meeting.",
		tag: participantsTag,
		examples: { ...ofLiveMeeting, participantId: exampleId("par", 2) },
		responses: { 200: versionedResponse("The participant", Participant, "Participant admitted", guest) },
		errors: ["quota_exceeded", "not_found", "forbidden", "purged", "state_conflict", "precondition_failed"],
	}),

	remove: operation({
		id: "removeParticipant",
		summary: "Refuse or remove a participant",
		description:
			"Refuses a guest in the lobby, and removes any other participant, who cannot return; a member can " +
			"once they are added again. The host cannot be removed (409 `conflict`). Requires the right to run " +
			"the meeting.",
		tag: participantsTag,
		examples: { ...ofLiveMeeting, participantId: exampleId("par", 2) },
		responses: { 204: emptyResponse("Refused or removed") },
		errors: ["not_found", "forbidden", "purged", "state_conflict", "conflict", "precondition_failed"],
	}),

	join: operation({
		id: "joinMeeting",
		summary: "Join a meeting",
		description:
			"Enters the room of a live meeting. Allowed to members who may enter it, invited people, and guests " +
			"who had left. A token of the identity provider needs no account here: the name shown is its `name` or " +
			"`preferred_username`, otherwise its subject. Joining again has no effect.",
		tag: participantsTag,
		examples: ofLiveMeeting,
		responses: { 200: versionedResponse("The caller as a participant", Participant, "Meeting joined", example) },
		errors: ["quota_exceeded", "not_found", "forbidden", "purged", "state_conflict", "conflict"],
	}),

	leave: operation({
		id: "leaveMeeting",
		summary: "Leave a meeting",
		description:
			"The caller may join again while the meeting is live. A guest who leaves the lobby is removed, and " +
			"their token stops working.",
		tag: participantsTag,
		examples: ofLiveMeeting,
		responses: {
			200: versionedResponse("The caller as a participant", Participant, "Meeting left", {
				...example,
				state: "left",
				leftAt: "2030-01-01T10:00:00.000Z",
			}),
		},
		errors: ["not_found", "forbidden", "purged", "state_conflict"],
	}),
};
