export type {
	Caching,
	Cleanups,
	Contribution,
	DropCredentials,
	ErasedPerson,
	ErasePerson,
	EraseTenant,
	Gauge,
	KeptCredentials,
	PeriodicTask,
} from "./contribution.ts";
export type { Core } from "./core.ts";
