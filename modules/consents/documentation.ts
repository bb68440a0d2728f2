import { pageResponse } from "#http/list";
import { operation } from "#http/operation";
import { okResponse } from "#http/resource";
import { participantsTag } from "#modules/participants";
import { Consent, consentFields } from "./schemas.ts";

const granted = { decision: "granted", decidedAt: "2030-01-01T09:30:00.000Z" } as const;
const example: Consent = {
	participantId: "par_01jd0z7v9gf2nbrexx3vqjhp41",
	name: "Ada Lovelace",
	recording: granted,
	transcription: granted,
	summary: null,
};

/** Documentation of the operations on consent. */
export const documentation = {
	list: operation({
		id: "listConsents",
		summary: "List what the participants of a meeting consent to",
		description:
			"The last decision of each participant about recording, transcription and summary; null before the first. For those who run the meeting; " +
			"everybody else sees their own.",
		tag: participantsTag,
		responses: { 200: pageResponse("A page of participants", consentFields.schema, "Consents retrieved", example) },
		errors: ["not_found", "forbidden", "purged"],
	}),

	decide: operation({
		id: "decideConsent",
		summary: "Grant or deny consent",
		description:
			"Participants decide for themselves, also in the lobby; nobody does it for them, neither host nor administrator. Every decision is kept, the last " +
			"one counts. What it means follows from `recordingPolicy.consent` of the meeting: `required`: nothing is recorded, transcribed or summarized before " +
			"everybody who is or was in the room granted it; `notify`: nor once somebody denied it; `optional`: those who denied it are left out; `disabled`: " +
			"nothing at all, whatever they grant. What waits for consent gets 403 `consent_required`; a denial stops a transcription in the middle.",
		tag: participantsTag,
		request: { kind: "recording", decision: "granted" },
		responses: { 200: okResponse("What the participant consents to", Consent, "Consent stored", example) },
		errors: ["not_found", "forbidden", "purged", "state_conflict"],
	}),
};
