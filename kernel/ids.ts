/*
 * Prefixed, sortable identifiers: TypeID 0.3, a prefix and a UUIDv7 in 26 characters of Crockford base32
 * (https://github.com/jetify-com/typeid). Stored and compared as they are written.
 */

type CharsOf<S extends string> = S extends `${infer First}${infer Rest}` ? First | CharsOf<Rest> : never;
type Letter = CharsOf<"abcdefghijklmnopqrstuvwxyz">;

/**
 * Three letters that identify the kind of resource an id refers to. No two kinds share one:
 * `tests/architecture/vocabulary.test.ts`.
 */
export type IdPrefix = `${Letter}${Letter}${Letter}`;

/** Creates a new id: `org_01jd…`. Sorts by creation time to the millisecond; unguessable (74 random bits). */
export type NewId = (prefix: IdPrefix) => string;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Two characters for each 10-bit value: halves the iterations of a loop that every write runs several times. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => `${ALPHABET[bits >> 5]}${ALPHABET[bits & 31]}`);

/** Encodes a 128-bit value in 26 base32 characters, most significant first (the first carries three bits). */
function encode(bytes: Uint8Array): string {
	let out = "";
	let bits = 2; // 128 bits in 13 × 10 = 130: two leading zero bits
	let buffer = 0;
	for (let i = 0; i < bytes.length; i++) {
		buffer = (buffer << 8) | (bytes[i] ?? 0);
		bits += 8;
		if (bits < 10) continue;
		bits -= 10;
		out += PAIRS[buffer >> bits];
		buffer &= (1 << bits) - 1;
	}
	return out;
}

/** Creates ids from the system clock and random source. */
export const newId: NewId = (prefix) => `${prefix}_${encode(Bun.randomUUIDv7("buffer"))}`;

/** Returns the regular expression source that path parameters and body members with this kind of id must match. */
export const idPattern = (prefix: IdPrefix): string => `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`;
