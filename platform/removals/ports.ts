import type { RemovalKind, RemovalRow } from "#db/schema";

/** Something to be noted as removed. */
export type NewRemoval = Omit<RemovalRow, "id">;

/** A place in the order of removals. */
export interface RemovalPosition {
	/** Unix ms. */
	readonly atMs: number;
	/** Id of a removal; empty: the place before all of that time. */
	readonly id: string;
}

/**
 * Removes again what is back after the restore of an older backup; does nothing when it is not there. Interrupted, it is
 * repeated.
 */
export type ReplayRemoval = (removal: NewRemoval) => Promise<void>;

/** How modules repeat removals, by what was removed. */
export type RemovalReplays = Readonly<Record<RemovalKind, ReplayRemoval>>;
