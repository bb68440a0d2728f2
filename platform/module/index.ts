export type {
	Cleanups,
	Contribution,
	ErasedPerson,
	EraseMeeting,
	ErasePerson,
	EraseTenant,
	EraseTenantInPortions,
	Figure,
	NamedPerson,
	OnPersonRenamed,
	OnSuspended,
	PeriodicTask,
	RetainedCredentials,
	RevokeCredentials,
	Sample,
} from "./contribution.ts";
export type { Core } from "./core.ts";
