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
