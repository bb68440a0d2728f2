import type { PriceSegment, SubscriptionPrice } from "#db/schema";

/** The price of a period with so many seats, in minor units. */
export const periodPrice = ({ baseMinor, perSeatMinor, includedSeats }: SubscriptionPrice, seats: number): number =>
	baseMinor + perSeatMinor * Math.max(0, seats - includedSeats);

/** A period and the prices that applied in it. */
export interface PricedPeriod {
	/** Unix ms. */
	readonly currentPeriodStartMs: number;
	/** Unix ms, exclusive. */
	readonly currentPeriodEndMs: number;
	/** Oldest first; each applies until the next. */
	readonly segments: readonly PriceSegment[];
}

/**
 * Returns what a period costs until an instant, in minor units: every price times the part of the period in which it
 * applied. Computed exactly and rounded once, half up, so that no sequence of changes gains or loses anything.
 */
export function costUntil(
	{ currentPeriodStartMs, currentPeriodEndMs, segments }: PricedPeriod,
	untilMs: number,
): number {
	const length = BigInt(currentPeriodEndMs - currentPeriodStartMs);
	let exact = 0n;
	for (const [index, { fromMs, priceMinor }] of segments.entries()) {
		const toMs = Math.min(segments[index + 1]?.fromMs ?? currentPeriodEndMs, untilMs);
		if (toMs > fromMs) exact += BigInt(priceMinor) * BigInt(toMs - fromMs);
	}
	return Number((2n * exact + length) / (2n * length));
}

/** Returns the segments of a period whose price changes at an instant. */
export const withPrice = (segments: readonly PriceSegment[], fromMs: number, priceMinor: number): PriceSegment[] => [
	...segments.filter((segment) => segment.fromMs < fromMs),
	{ fromMs, priceMinor },
];
