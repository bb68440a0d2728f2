import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { closed, Nullable, OneOf, Timestamp } from "#http/schemas";

/** States of a trial. `expiring`: it ends within three days. */
export const TRIAL_STATES = ["none", "active", "expiring", "expired", "converted"] as const;

const Limit = closed({
	key: Type.String({ examples: ["transcription_minutes"] }),
	limit: Nullable(Type.Integer({ description: "Null: there is none." })),
	used: Type.Number(),
	remaining: Nullable(Type.Number({ description: "Null: there is no limit." })),
	unit: Type.String({ examples: ["minute"] }),
	percent: Nullable(Type.Number({ description: "Usage in percent of the limit, 0…; null: there is no limit." })),
});

/** The trial of an organization, and the limits of the plan that it has now. */
export const Trial = closed(
	{
		status: OneOf(TRIAL_STATES, "state of the trial; `none`: there was none"),
		startedAt: Nullable(Timestamp),
		endsAt: Nullable(Timestamp),
		daysLeft: Nullable(Type.Integer({ minimum: 0, description: "Days that have begun; null: no trial is running." })),
		plan: Type.String({ description: "Code of the plan that applies now.", examples: ["team"] }),
		limits: Type.Array(Limit),
		onExpiry: Type.String({ description: "Code of the plan that applies once a trial has ended.", examples: ["free"] }),
	},
	{ $id: "Trial" },
);
export type Trial = typeof Trial.static;

/** Selector of `fields` for a trial. */
export const trialFields = selectable(Trial);

/** Request to start a trial. */
export const StartTrialRequest = closed(
	{
		planCode: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 40,
				description: "Code of a plan that has a trial; default: `education` for schools, `team` for others.",
				examples: ["team"],
			}),
		),
	},
	{ $id: "StartTrialRequestBody" },
);
export type StartTrialRequest = typeof StartTrialRequest.static;

/** A trial that ends soon, in events. */
export const PublishedTrial = closed(
	{ planCode: Type.String({ examples: ["team"] }), endsAt: Timestamp, daysLeft: Type.Integer({ minimum: 0 }) },
	{ $id: "PublishedTrial" },
);
