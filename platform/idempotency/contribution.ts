import { sealedOutcomes } from "./repository.ts";
import { type Idempotency, outcomeAad } from "./service.ts";

/** What the platform contributes for the outcomes of idempotent requests. */
export const idempotencyContribution = ({ deleteExpired }: Idempotency) => ({
	cleanups: { hourly: [deleteExpired] },
	sealed: [
		{
			name: "responses to requests with an Idempotency-Key in the last 24 hours",
			loss: "retrying one of them repeats its effect",
			column: sealedOutcomes,
			aadOf: ({ scope = "" }) => outcomeAad(scope),
		},
	],
});
