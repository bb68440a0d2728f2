/** Bytes of a string besides its characters: the value of the engine, the header of its buffer and rounding. */
const STRING_BYTES = 46;
/** Bytes of an object besides its properties. */
const OBJECT_BYTES = 16;
/** Bytes of an array besides its elements. */
const ARRAY_BYTES = 32;
/** Bytes of a reference or number in an object or array. */
const SLOT_BYTES = 8;

/** Returns the bytes of memory that a string takes, about. */
export const stringBytes = (text: string | null): number => (text === null ? 0 : STRING_BYTES + text.length);

/**
 * Returns the bytes of memory that a value of plain objects, arrays and strings takes, about. What occurs twice counts
 * twice, and so do parts shared with other values.
 */
export function heapBytes(value: unknown): number {
	if (typeof value === "string") return stringBytes(value);
	if (typeof value !== "object" || value === null) return 0;
	if (Array.isArray(value)) {
		let bytes = ARRAY_BYTES + SLOT_BYTES * value.length;
		for (const element of value) bytes += heapBytes(element);
		return bytes;
	}
	let bytes = OBJECT_BYTES;
	for (const property of Object.values(value)) bytes += SLOT_BYTES + heapBytes(property);
	return bytes;
}
