const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** True for the text form of a UUID: 36 characters, any version and variant, either case; no `urn:uuid:`, no braces. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** A new UUIDv7 for a request that brought none: sorts by time, 74 random bits. */
export const newRequestId = (): string => Bun.randomUUIDv7();
