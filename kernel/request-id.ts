const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether the text is a UUID: 36 characters, any version and variant, either case; no `urn:uuid:`, no braces. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Creates a UUIDv7 for a request that brought no id: sorts by time, 74 random bits. */
export const newRequestId = (): string => Bun.randomUUIDv7();
