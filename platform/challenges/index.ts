import type { Db } from "#db/store";
import { challengesRepository } from "./repository.ts";

export {
	type ChallengeKind,
	type Challenges,
	type ChallengesDeps,
	createChallenges,
	type NewChallenge,
} from "./service.ts";

/** Ends every ceremony that belongs to a person: an account that changes hands. */
export const dropChallenges = (tx: Db, userId: string): Promise<void> => challengesRepository.removeOf(tx, userId);
