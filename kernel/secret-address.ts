import type { IdPrefix } from "./ids.ts";
import { randomToken, sha256Hex } from "./secrets.ts";

/** Random bytes of a secret. */
const RANDOM_BYTES = 32;

/** A secret as it is stored: by its hash, hex. */
export interface IssuedSecret {
	/** Part of an address, shown once. */
	readonly secret: string;
	readonly secretHash: string;
}

/**
 * Creates the secrets of addresses that open something to a program or a person without a token: the ids of what they
 * open, without their prefixes, then 256 random bits. The ids say where to look, the hash of the whole whether it is ours.
 * @param prefixes of the ids, in their order
 */
export function secretAddress<const P extends readonly IdPrefix[]>(...prefixes: P) {
	type Ids = { readonly [I in keyof P]: string };
	const format = new RegExp(`^${"([0-7][0-9a-hjkmnp-tv-z]{25})".repeat(prefixes.length)}[\\w-]{43}$`);
	return {
		/** Makes a secret for what has these ids. */
		issue(...ids: Ids): IssuedSecret {
			const secret = ids.map((id) => id.slice("xyz_".length)).join("") + randomToken(RANDOM_BYTES);
			return { secret, secretHash: sha256Hex(secret) };
		},

		/** Returns which ids a secret names, and its hash; null for a text that has not its form. */
		read(secret: string): { readonly ids: Ids; readonly secretHash: string } | null {
			const [, ...suffixes] = format.exec(secret) ?? [];
			if (suffixes.length === 0) return null;
			const ids = prefixes.map((prefix, at) => `${prefix}_${suffixes[at]}`) as unknown as Ids;
			return { ids, secretHash: sha256Hex(secret) };
		},
	};
}
