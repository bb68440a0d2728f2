/** A JSON object as `JSON.parse` returns it: not a list, not null. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object, neither a list nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Escapes a member name as a reference token of a JSON Pointer (RFC 6901), without the leading slash: `a/b` becomes
 * `a~1b`.
 */
export const pointerToken = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
