export type {
	Caching,
	Cleanups,
	Contribution,
	DropCredentials,
	ErasedPerson,
	ErasePerson,
	EraseTenant,
	Gauge,
	PeriodicTask,
	RetainedCredentials,
} from "./contribution.ts";
export type { Core } from "./core.ts";
