export type {
	Caching,
	Cleanups,
	Contribution,
	DropCredentials,
	ErasePerson,
	EraseTenant,
	Gauge,
	KeptCredentials,
	PeriodicTask,
} from "./contribution.ts";
export type { Core } from "./core.ts";
