import type { Configuration, ConfigurationMembers, ConfigurationRow } from "#db/schema";
import { createLruCache } from "#kernel/lru-cache";

/** What caches depend on that hold something that follows from the configuration. */
export const CONFIGURATION = "configuration";

/** {@link Configuration.contentId} while everything is as built in. */
export const BUILT_IN = "default";

/** The configuration of an installation whose operator has changed nothing. */
export const DEFAULT_CONFIGURATION: Configuration = frozen({
	contentId: BUILT_IN,
	version: 1,
	versions: { tenantDefaults: 1, flags: 1, plans: 1, configs: 1, billing: 1 },
	tenantDefaults: {},
	flags: {},
	plans: {},
	configs: {},
	billing: {},
});

/** Names of the members of a configuration. */
export const MEMBERS = Object.keys(DEFAULT_CONFIGURATION.versions) as readonly (keyof ConfigurationMembers)[];

/** Configurations that stay parsed. Content never changes, so all programs of a process share them. */
const KNOWN = 16;
const known = createLruCache<Configuration>(KNOWN);

/** Returns the configuration with this content; undefined when it is not known and has to be read. */
export const knownConfiguration = (contentId: string): Configuration | undefined =>
	contentId === BUILT_IN ? DEFAULT_CONFIGURATION : known.get(contentId);

/** Returns the configuration of a stored row, which is known from then on. */
export function toConfiguration({ contentId, version, value }: ConfigurationRow): Configuration {
	const found = knownConfiguration(contentId);
	if (found !== undefined) return found;
	// Members that a later release has added are missing in what an earlier one stored.
	const versions = { ...DEFAULT_CONFIGURATION.versions, ...value.versions };
	const configuration = frozen({ ...DEFAULT_CONFIGURATION, ...value, versions, version, contentId });
	known.set(contentId, configuration);
	return configuration;
}

/**
 * Wraps a function of the configuration so that it is called once for each: for what a module parses of its member, on
 * the path of every request.
 */
export function memoizePerConfiguration<T>(derive: (configuration: Configuration) => T): (of: Configuration) => T {
	const derived = new WeakMap<Configuration, { readonly value: T }>();
	return (configuration) => {
		const found = derived.get(configuration);
		if (found !== undefined) return found.value;
		const value = derive(configuration);
		derived.set(configuration, { value });
		return value;
	};
}

function frozen<T extends object>(value: T): T {
	for (const member of Object.values(value)) if (typeof member === "object" && member !== null) frozen(member);
	return Object.freeze(value);
}
