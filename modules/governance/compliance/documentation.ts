import { operation, type Tag } from "#http/operation";
import { okResponse } from "#http/resource";
import { type Compliance, complianceFields } from "./schemas.ts";

const tag: Tag = {
	name: "Compliance",
	description: "Controls of an organization's compliance mode, and their status.",
};

const example: Compliance = {
	mode: "ferpa",
	controls: [
		{
			id: "ferpa.recording_consent",
			title: "Consent to recording",
			demands: "Every participant of a meeting consents before it is recorded.",
			enforcedBy: "`settings.recordingConsent` is locked.",
			status: "met",
			note: null,
			evidence: { "settings.recordingConsent": "required" },
		},
	],
};

/** Documentation of the operation on compliance. */
export const documentation = {
	get: operation({
		id: "getCompliance",
		summary: "Get the status of every control of the compliance mode",
		description:
			"`settings.complianceMode` sets the mode. A change that a control forbids is refused with " +
			"`compliance_violation`, and values set before the mode was switched on have no effect while they violate " +
			"it. These are engineering controls, not legal advice.",
		tag,
		responses: { 200: okResponse("The controls", complianceFields.schema, "Compliance retrieved", example) },
	}),
};
