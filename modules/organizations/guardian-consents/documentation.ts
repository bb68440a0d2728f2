import { operation } from "#http/operation";
import { emptyResponse, getResponses, versionedResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { membersTag as tag } from "#modules/identity/invitations";
import { GuardianConsent, guardianConsentFields } from "./schemas.ts";

const request = {
	grantedBy: "Chidi Okafor, father",
	grantedOn: "2025-09-01",
	note: "Form 12, filed in the office",
};
const example: GuardianConsent = {
	userId: exampleId("usr"),
	...request,
	recordedBy: exampleId("usr", 2),
	updatedAt: "2030-01-12T09:30:00.000Z",
};

/** Documentation of the operations on the consent of guardians. */
export const documentation = {
	get: operation({
		id: "getGuardianConsent",
		summary: "Get the note about the consent of a student's guardians",
		tag,
		responses: getResponses("The note", guardianConsentFields.schema, "Guardian consent retrieved", example),
	}),

	note: operation({
		id: "noteGuardianConsent",
		summary: "Note that the guardians of a student have consented",
		description:
			"A record for schools, which obtain the consent of guardians themselves: who consented, and when. " +
			"Replaces the previous note. It has no effect on recording, which still depends on the consent of the " +
			"participants. Requires `educationMode` and a member with the role `student`. It is erased with the " +
			"person, or when the retention period for `userData` is over after they have left.",
		tag,
		request,
		responses: { 200: versionedResponse("The note", GuardianConsent, "Guardian consent noted", example) },
		errors: ["precondition_failed"],
	}),

	remove: operation({
		id: "removeGuardianConsent",
		summary: "Remove the note about the consent of a student's guardians",
		tag,
		responses: { 204: emptyResponse("Removed") },
		errors: ["precondition_failed"],
	}),
};
