/** Queue of erasures. */
export const ERASE = "privacy.erase";
/** Queue of the look for erasures to be repeated. */
export const REPEAT = "privacy.repeat";

/** Payload of the job of an erasure. */
export type ErasePayload = {
	readonly orgId: string;
	readonly erasureId: string;
	/** When its last row was erased, in Unix ms; absent: not yet. */
	readonly erasedAtMs?: number;
	/** How often it has waited since. */
	readonly waits?: number;
};
