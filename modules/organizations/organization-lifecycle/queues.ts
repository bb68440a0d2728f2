/** Queue that purges organizations whose deletion was not cancelled. */
export const PURGE = "organizations.purge";

/** Queue that erases the data of purged organizations, as far as the purge itself has not. */
export const ERASE = "organizations.erase";

/** Queue that lifts expired blocks. */
export const LIFT_BLOCK = "organizations.lift_block";

/** Payload of a job on {@link PURGE}. */
export type PurgePayload = {
	/** Scheduled time of the purge, Unix ms: differs after a deletion was cancelled and requested again. */
	readonly purgeAtMs: number;
};

/** Payload of a job on {@link ERASE}. The job is the instance's: those of the organization are erased. */
export type ErasePayload = {
	readonly orgId: string;
	/** When the last row was erased, in Unix ms; absent: not yet. */
	readonly erasedAtMs?: number;
	/** How often it has waited since. */
	readonly waits?: number;
};

/** Payload of a job on {@link LIFT_BLOCK}. */
export type LiftBlockPayload = {
	/** Differs after a block was replaced with one on other terms. */
	readonly blockId: string;
};
