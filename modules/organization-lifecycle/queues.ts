/** Purges an organization whose deletion was not called off. */
export const PURGE = "organizations.purge";

/** Lifts a block that expires. */
export const LIFT_BLOCK = "organizations.lift_block";

/** Payload of a job on {@link PURGE}. */
export type PurgePayload = {
	/** When the purge is to be, Unix ms: a deletion that was called off and asked for again has another. */
	readonly purgeAtMs: number;
};

/** Payload of a job on {@link LIFT_BLOCK}. */
export type LiftBlockPayload = {
	/** A block that got other terms has another id. */
	readonly blockId: string;
};
