import { pageResponse } from "#http/list";
import { operation } from "#http/operation";
import { okResponse } from "#http/resource";
import { ofLiveMeeting } from "#modules/meetings/meetings";
import { participantsTag } from "#modules/meetings/participants";
import { Consent, type ConsentSummary, consentFields, summaryFields } from "./schemas.ts";

const granted = { decision: "granted", decidedAt: "2030-01-01T09:30:00.000Z" } as const;
const example: Consent = {
	participantId: "par_01jd0z7v9gf2nbrexx3vqjhp41",
	name: "Ada Lovelace",
	recording: granted,
	transcription: granted,
	summary: null,
};

const counts = { granted: 3, denied: 0, missing: 2, participants: null };
const exampleSummary: ConsentSummary = { recording: counts, transcription: counts, summary: counts };

/** Documentation of the operations on consent. */
export const documentation = {
	list: operation({
		id: "listConsents",
		summary: "List the consents of a meeting",
		description:
			"Returns each participant's last decision about recording, transcription and summary; null before " +
			"the first. Callers who run the meeting see all decisions, others only their own.",
		tag: participantsTag,
		examples: ofLiveMeeting,
		responses: { 200: pageResponse("A page of participants", consentFields.schema, "Consents retrieved", example) },
		errors: ["not_found", "forbidden", "purged"],
	}),

	summary: operation({
		id: "getConsentSummary",
		summary: "Count the consents of participants in the room",
		description:
			"Returns, for recording, transcription and summary, how many participants in the room have granted and denied " +
			"consent, and how many are undecided. Everyone in the meeting sees the numbers, guests included; only callers who " +
			"run the meeting see who the participants are. Participants get changes as the message `consents` of the live socket.",
		tag: participantsTag,
		examples: ofLiveMeeting,
		responses: { 200: okResponse("The numbers", summaryFields.schema, "Consents counted", exampleSummary) },
		errors: ["not_found", "forbidden", "purged"],
	}),

	decide: operation({
		id: "decideConsent",
		summary: "Grant or deny consent",
		description:
			"Participants decide for themselves, even in the lobby; neither hosts nor administrators can decide " +
			"for them. Every decision is kept, and the last one applies. Its effect depends on the meeting's " +
			"`recordingPolicy.consent`. `required`: nothing is recorded, transcribed or summarized until " +
			"everyone who is or was in the room has consented. `notify`: nothing once a participant has denied " +
			"consent. `optional`: participants who denied consent are left out. `disabled`: nothing at all, " +
			"regardless of consent. Operations that lack consent get 403 `consent_required`; a denial stops a " +
			"running transcription and the recording in the room. Tracks of other participants that began before it are kept.",
		tag: participantsTag,
		examples: ofLiveMeeting,
		request: { kind: "recording", decision: "granted" },
		responses: { 200: okResponse("The participant's consents", Consent, "Consent recorded", example) },
		errors: ["not_found", "forbidden", "purged", "state_conflict"],
	}),
};
