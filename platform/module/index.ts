export type {
	Attempt,
	Cleanups,
	Contribution,
	EraseAccount,
	ErasedPerson,
	EraseMeeting,
	ErasePerson,
	EraseTranscript,
	EraseUserData,
	Figure,
	ForgetAfterRestore,
	LostRights,
	OrphanPortion,
	PeriodicTask,
	RetainedCredentials,
	RevokeCredentials,
	Sample,
} from "./contribution.ts";
export { eachPerson } from "./contribution.ts";
export { Contributions, type RunPortionsOf } from "./contributions.ts";
export type { Core } from "./core.ts";
export { recordsContribution } from "./records.ts";
