import type { SignatureAlgorithm } from "#kernel/jwk-set";
import { createKeySource, type KeySource, PAUSE_WITHOUT_KEYS_MS } from "#kernel/key-source";
import { createLruCache } from "#kernel/lru-cache";
import { fetchPlatformKeys } from "#modules/meetings/integrations";
import type { Core } from "#platform/module";
import type { Outbound } from "#platform/outbound";
import { keysUnavailable } from "./errors.ts";

/** Maximum number of platforms whose keys are kept. */
const MAX_PLATFORMS = 500;

/** Log of failures at platforms. */
export interface LtiLog {
	warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

interface PlatformKeysDeps extends Pick<Core, "clock"> {
	readonly outbound: Pick<Outbound, "get">;
	readonly log: LtiLog;
}

export type PlatformKeys = ReturnType<typeof createPlatformKeys>;

/** Creates the keys of platforms, by where they are published; see {@link createKeySource}. */
export function createPlatformKeys({ outbound, clock, log }: PlatformKeysDeps) {
	const sources = createLruCache<KeySource>(MAX_PLATFORMS);

	function sourceOf(jwksUri: string): KeySource {
		const known = sources.get(jwksUri);
		if (known) return known;
		const made = createKeySource({
			clock,
			load: () => fetchPlatformKeys(outbound, jwksUri, null),
			onFailure: (error) => log.warn("the keys of a learning-management system could not be fetched", { error }),
		});
		sources.set(jwksUri, made);
		return made;
	}

	/** Returns a key; null when the platform publishes no suitable one. @throws `unavailable` when it cannot be reached */
	return async (jwksUri: string, kid: string, algorithm: SignatureAlgorithm): Promise<CryptoKey | null> => {
		const key = await sourceOf(jwksUri).find(kid, algorithm);
		if (key === undefined) throw keysUnavailable(PAUSE_WITHOUT_KEYS_MS / 1000);
		return key;
	};
}
