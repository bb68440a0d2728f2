import type { IdPrefix } from "#kernel/ids";
import { sha256Hex } from "#kernel/secrets";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** Two characters for each value of ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => `${ALPHABET[bits >> 5]}${ALPHABET[bits & 31]}`);
/** Three bytes in hex for each value of twelve bits. */
const HEX = Array.from({ length: 4096 }, (_, bits) => bits.toString(16).padStart(3, "0"));

export type Random = ReturnType<typeof createRandom>;

/** Creates a source of pseudo-random values (sfc32): the same ones for the same seed, so that a database can be made again. */
export function createRandom(seed: number) {
	let [a, b, c, counter] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 1];
	for (let round = 0; round < 12; round++) next();

	/** Returns 32 random bits, unsigned. */
	function next(): number {
		const sum = (((a + b) | 0) + counter) | 0;
		counter = (counter + 1) | 0;
		a = b ^ (b >>> 9);
		b = (c + (c << 3)) | 0;
		c = ((c << 21) | (c >>> 11)) + sum;
		c |= 0;
		return sum >>> 0;
	}

	/** Returns 30 random bits as six characters. */
	function sixCharacters(): string {
		const bits = next();
		return `${PAIRS[bits & 1023]}${PAIRS[(bits >>> 10) & 1023]}${PAIRS[(bits >>> 20) & 1023]}`;
	}

	const below = (limit: number): number => Math.floor((next() / 4_294_967_296) * limit);

	return {
		/** Returns an integer of 0…`limit` - 1. */
		below,

		/** Whether something with this probability (0…1) happens. */
		chance: (probability: number): boolean => next() < probability * 4_294_967_296,

		/** Returns one of the values. @throws RangeError for none */
		pick<T>(values: readonly T[]): T {
			if (values.length === 0) throw new RangeError("there is nothing to pick from");
			return values[below(values.length)] as T;
		},

		/** Returns an id of the product's form (a TypeID: time, then 74 random bits) for something created at `timeMs`. */
		id(prefix: IdPrefix, timeMs: number): string {
			const high = Math.floor(timeMs / 2 ** 30); // 18 bits: with two leading zeros, four characters
			const low = timeMs % 2 ** 30;
			const time =
				`${PAIRS[high >> 10]}${PAIRS[high & 1023]}` +
				`${PAIRS[low >>> 20]}${PAIRS[(low >>> 10) & 1023]}${PAIRS[low & 1023]}`;
			// Version 7 in the first four bits after the time, variant 2 in two bits of the fourth character.
			const bits = next();
			const kind = `${ALPHABET[14 + (bits & 1)]}${PAIRS[(bits >>> 1) & 1023]}${ALPHABET[((bits >>> 11) & 19) | 8]}`;
			return `${prefix}_${time}${kind}${sixCharacters()}${sixCharacters()}`;
		},

		/** Returns a digest that belongs to no text: 64 hex characters. */
		digest(): string {
			let text = "";
			for (let n = 0; n < 11; n++) {
				const bits = next();
				text += HEX[bits & 4095] + (HEX[(bits >>> 12) & 4095] ?? "");
			}
			return text.slice(0, 64);
		},

		/** Returns a request id (UUIDv7) of `timeMs`. */
		requestId(timeMs: number): string {
			const time = timeMs.toString(16).padStart(12, "0");
			const hex = () => HEX[next() & 4095];
			return `${time.slice(0, 8)}-${time.slice(8)}-7${hex()}-8${hex()}-${hex()}${hex()}${hex()}${hex()}`;
		},

		/** Returns a salt of 22 characters. */
		salt: (): string => `${sixCharacters()}${sixCharacters()}${sixCharacters()}${sixCharacters()}`.slice(0, 22),
	};
}

/** Returns the refresh token of a generated session, so that a benchmark can present it. */
export const refreshTokenOf = (sessionId: string): string =>
	Buffer.from(sha256Hex(`refresh token of ${sessionId}`), "hex").toString("base64url");
