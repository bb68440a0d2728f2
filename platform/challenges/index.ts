export { challengesContribution } from "./contribution.ts";
export {
	type ChallengeKind,
	type Challenges,
	type ChallengesDeps,
	createChallenges,
	type NewChallenge,
} from "./service.ts";
