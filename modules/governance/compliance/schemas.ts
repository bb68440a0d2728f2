import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { closed, mapOf, Nullable, OneOf } from "#http/schemas";
import { COMPLIANCE_MODES } from "#platform/compliance";
import { CONTROL_STATUSES } from "./values.ts";

const Evidence = mapOf(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
	maxProperties: 30,
	description: "The values that determine the status, by name; none is secret.",
});

const ComplianceControl = closed(
	{
		id: Type.String({ description: "The mode, a dot and its name.", examples: ["ferpa.recording_consent"] }),
		title: Type.String({ examples: ["Consent to recording"] }),
		demands: Type.String({ description: "Requirement of the control." }),
		enforcedBy: Type.String({ description: "Enforcement of the requirement." }),
		status: OneOf(CONTROL_STATUSES, "whether it holds now; `not_applicable`: there is nothing yet that it concerns"),
		note: Nullable(Type.String({ description: "Why it does not hold or does not apply; null when it holds." })),
		evidence: Evidence,
	},
	{ $id: "ComplianceControl" },
);

/** Controls of an organization's compliance mode, and their status. */
export const Compliance = closed(
	{
		mode: OneOf(COMPLIANCE_MODES, "compliance mode in effect"),
		controls: Type.Array(ComplianceControl, { description: "Every control of the mode; empty for `none`." }),
	},
	{ $id: "Compliance" },
);
export type Compliance = typeof Compliance.static;

/** Selector of `fields` for compliance. */
export const complianceFields = selectable(Compliance);
