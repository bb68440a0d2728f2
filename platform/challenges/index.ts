export { challengesContribution } from "./contribution.ts";
export { sealedStates } from "./repository.ts";
export {
	type ChallengeKind,
	type Challenges,
	type ChallengesDeps,
	challengeAad,
	createChallenges,
	type NewChallenge,
} from "./service.ts";
