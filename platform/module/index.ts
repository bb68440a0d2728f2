export type {
	Attempt,
	Cleanups,
	Contribution,
	EraseAccount,
	ErasedPerson,
	EraseMeeting,
	ErasePerson,
	EraseTenant,
	EraseTenantInPortions,
	EraseUserData,
	Figure,
	ForgetAfterRestore,
	NamedPerson,
	OnPersonRenamed,
	OnSuspended,
	PeriodicTask,
	Remains,
	RetainedCredentials,
	RevokeCredentials,
	Sample,
} from "./contribution.ts";
export { eachPerson } from "./contribution.ts";
export type { Core } from "./core.ts";
