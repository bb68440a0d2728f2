import type { RunPortions } from "#db/portions";
import { deleteAllChallenges, sealedStates } from "./repository.ts";
import { type Challenges, challengeAad } from "./service.ts";

/** What the platform contributes for challenges. */
export const challengesContribution = ({ deleteExpired, deleteByUser }: Challenges) => ({
	// Their links were used since the backup.
	forgetAfterRestore: deleteAllChallenges,
	cleanups: { everyMinute: [deleteExpired] },
	revokeCredentials: deleteByUser,
	eraseAccount: (inPortions: RunPortions, userId: string) =>
		inPortions(async (tx) => {
			await deleteByUser(tx, userId);
			return 0;
		}),
	sealed: [
		{
			name: "sign-ins in progress",
			loss: "their users must start again",
			column: sealedStates,
			aadOf: ({ kind = "", tokenHash = "" }) => challengeAad({ kind, tokenHash }),
		},
	],
});
