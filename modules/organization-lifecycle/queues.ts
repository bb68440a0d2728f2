/** Queue that purges organizations whose deletion was not cancelled. */
export const PURGE = "organizations.purge";

/** Queue that lifts expired blocks. */
export const LIFT_BLOCK = "organizations.lift_block";

/** Payload of a job on {@link PURGE}. */
export type PurgePayload = {
	/** Scheduled time of the purge, Unix ms: differs after a deletion was cancelled and requested again. */
	readonly purgeAtMs: number;
};

/** Payload of a job on {@link LIFT_BLOCK}. */
export type LiftBlockPayload = {
	/** Differs after a block was replaced with one on other terms. */
	readonly blockId: string;
};
