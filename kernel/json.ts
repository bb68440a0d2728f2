/** An object as `JSON.parse` makes them: no list, not null. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object, and neither a list nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** A member's name as one step of a JSON Pointer (RFC 6901), without the slash in front: `a/b` is `a~1b`. */
export const pointerStep = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
