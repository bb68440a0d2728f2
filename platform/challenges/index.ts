export {
	type ChallengeKind,
	type Challenges,
	type ChallengesDeps,
	createChallenges,
	type NewChallenge,
} from "./service.ts";
