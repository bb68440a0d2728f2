export type {
	Cleanups,
	Contribution,
	DropCredentials,
	ErasedPerson,
	ErasePerson,
	EraseTenant,
	Gauge,
	PeriodicTask,
	RetainedCredentials,
	StateCache,
} from "./contribution.ts";
export type { Core } from "./core.ts";
