/**
 * What operators change at run time is one row (decision 069). `changeConfiguration` replaces members of it, and every
 * organization is read together with it (`row.configuration`), so `effective(row)` of a section is right in every
 * transaction. Parse a member once with `memoizePerConfiguration`; what is cached of it depends on `CONFIGURATION`,
 * and its entity tag takes `variantOf`.
 */
export { BUILT_IN, CONFIGURATION, DEFAULT_CONFIGURATION, memoizePerConfiguration } from "./configuration.ts";
export { type InstallationFacts, installationOf } from "./installation.ts";
export { contentId } from "./repository.ts";
export {
	changeConfiguration,
	configured,
	decided,
	isAsReadWith,
	type MadeFrom,
	readConfiguration,
	unconfigured,
	variantOf,
	withConfiguration,
} from "./service.ts";
