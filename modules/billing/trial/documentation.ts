import { operation } from "#http/operation";
import { okResponse } from "#http/resource";
import { tag } from "#modules/billing/billing-accounts";
import { type Trial, Trial as TrialSchema, trialFields } from "./schemas.ts";

const example: Trial = {
	status: "active",
	startedAt: "2030-01-01T09:30:00.000Z",
	endsAt: "2030-01-15T09:30:00.000Z",
	daysLeft: 9,
	plan: "team",
	limits: [{ key: "transcription_minutes", limit: 10_000, used: 421, remaining: 9_579, unit: "minute", percent: 4.2 }],
	onExpiry: "free",
};

/** Documentation of the operations on trials. */
export const documentation = {
	get: operation({
		id: "getTrial",
		summary: "Get the trial and the limits of an organization",
		description:
			"Returns the state of the trial, the plan that applies now, and the usage of each of its limits. " +
			"Available while the organization is suspended.",
		tag,
		responses: { 200: okResponse("The trial", trialFields.schema, "Trial retrieved", example) },
	}),

	start: operation({
		id: "startTrial",
		summary: "Start the trial of an organization",
		description:
			"An organization has one trial, of a plan that offers one and for the number of days set by the plan. " +
			"Administrators are notified 7, 3 and 1 days before it ends; then the plan `free` applies, unless a plan " +
			"was chosen (`POST /orgs/{orgId}/billing/plan`).",
		tag,
		request: { planCode: "team" },
		responses: { 201: okResponse("The trial", TrialSchema, "Trial started", example) },
		errors: ["payment_required", "state_conflict"],
	}),
};
