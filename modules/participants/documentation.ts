import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, versionedResponse } from "#http/resource";
import { exampleLiveAccess } from "#modules/meetings";
import { AddedParticipant, JoinedMeeting, Participant, participantFields } from "./schemas.ts";

/** Group of the operations on the people of a meeting. */
export const participantsTag: Tag = {
	name: "Participants",
	description: "Who takes part in a meeting: members of the organization, and guests without an account.",
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
	"The token of a guest is for this one meeting, for at most 8 hours: 403 `forbidden` once the meeting is over, 401 `token_revoked` once " +
	"they were refused or removed.";

/** Documentation of the operations on participants. */
export const documentation = {
	joinByCode: operation({
		id: "joinMeetingByCode",
		summary: "Join a meeting by a code",
		description:
			"With the code at the end of the join address, of the meeting or of an invitation. A member of its organization who sends a token becomes " +
			"themselves and gets no other token; anybody else becomes a guest under the name they give. With a lobby they wait (`state: waiting`) until " +
			"somebody who runs the meeting admits them; without one, too, once a guest was removed, who may be the one who comes back. Who was invited " +
			`at their address does not wait. ${GUEST_TOKEN} A code that is unknown, switched off, or of a meeting that is over gets the same 404.`,
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
		errors: ["not_found", "forbidden", "state_conflict", "conflict"],
		tokenOptional: true,
	}),

	list: operation({
		id: "listParticipants",
		summary: "List the participants of a meeting",
		description:
			"In the order in which they were added. Those who wait, were refused or were removed are shown to those who run the meeting. A guest in " +
			"the lobby sees only themselves.",
		tag: participantsTag,
		responses: {
			200: pageResponse("A page of participants", participantFields.schema, "Participants retrieved", example),
		},
		errors: ["not_found", "forbidden", "purged"],
	}),

	get: operation({
		id: "getParticipant",
		summary: "Get a participant",
		tag: participantsTag,
		responses: getResponses("The participant", participantFields.schema, "Participant retrieved", example),
		errors: ["not_found", "forbidden", "purged"],
	}),

	add: operation({
		id: "addParticipant",
		summary: "Add a participant",
		description:
			"For those who run the meeting. A member of the organization is added by `userId`. An outside guest is invited at `email`, whether or not " +
			"the address has an account, with an address to join at that is theirs alone; without a mail transport the answer holds it, once. Who was " +
			"invited already gets a new one in place of the old; who was refused or removed may come back.",
		tag: participantsTag,
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

	admit: operation({
		id: "admitParticipant",
		summary: "Admit a guest from the lobby",
		description:
			"For those who run the meeting, while it runs. Their token works for the meeting from their next request.",
		tag: participantsTag,
		responses: { 200: versionedResponse("The participant", Participant, "Participant admitted", guest) },
		errors: ["not_found", "forbidden", "purged", "state_conflict", "precondition_failed"],
	}),

	remove: operation({
		id: "removeParticipant",
		summary: "Refuse or remove a participant",
		description:
			"For those who run the meeting. A guest in the lobby is refused; anybody else is removed and stays out, a member until they are added again. " +
			"The host is not removed (409 `conflict`).",
		tag: participantsTag,
		responses: { 204: emptyResponse("Refused or removed") },
		errors: ["not_found", "forbidden", "purged", "state_conflict", "conflict", "precondition_failed"],
	}),

	join: operation({
		id: "joinMeeting",
		summary: "Join a meeting",
		description:
			"Enters the room of a running meeting: members who may enter it, people who were invited, a guest who had left. Once more it changes nothing.",
		tag: participantsTag,
		responses: { 200: versionedResponse("The caller as a participant", Participant, "Meeting joined", example) },
		errors: ["not_found", "forbidden", "purged", "state_conflict", "conflict"],
	}),

	leave: operation({
		id: "leaveMeeting",
		summary: "Leave a meeting",
		description:
			"The caller may join again while it runs. A guest who leaves the lobby is forgotten, and their token with them.",
		tag: participantsTag,
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
