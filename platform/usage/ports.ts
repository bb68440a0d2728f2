import type { Meter } from "#db/schema";

/** What was used. */
export interface Usage {
	readonly meter: Meter;
	/** In the unit of the meter; negative where bytes were deleted, or a member has left. */
	readonly quantity: number;
	/** What was measured: `meeting:mtg_…`, `blob:blb_…`. It is counted once for each meter. */
	readonly subject: string;
	/** Unix ms. It is counted for the time at which it happened, whenever it is recorded. */
	readonly occurredAtMs: number;
	/** The workspace it was used in; null or absent where it is in none, or nobody knows. */
	readonly workspaceId?: string | null;
	/** The person who used it; null or absent where it is nobody. Ids of keys, guests and jobs are taken for nobody's. */
	readonly userId?: string | null;
}

/** Returns the person who used something; null where it is nobody, or nobody knows. */
export const personOf = ({ userId }: Usage): string | null => (userId?.startsWith("usr_") ? userId : null);

/** From an instant until before another, in Unix ms. */
export interface Span {
	readonly fromMs: number;
	readonly toMs: number;
}

const LEVELS: ReadonlySet<Meter> = new Set<Meter>(["storedBytes", "seats"]);

/**
 * Whether a meter measures what is there at a time, such as bytes, rather than what is used up: of a span of time it shows
 * the most there was at once.
 */
export const isLevel = (meter: Meter): boolean => LEVELS.has(meter);
