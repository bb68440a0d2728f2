export type {
	Cleanups,
	Contribution,
	ErasedPerson,
	ErasePerson,
	EraseTenant,
	Gauge,
	PeriodicTask,
	RetainedCredentials,
	RevokeCredentials,
	StateCache,
} from "./contribution.ts";
export type { Core } from "./core.ts";
