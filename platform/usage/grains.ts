import type { UsageGrain } from "#db/schema";
import { DAY_MS, MINUTE_MS } from "#kernel/clock";
import type { Span } from "./ports.ts";

/** A quarter of an hour, in ms: the finest time for which use is added up. */
export const QUARTER_MS = 15 * MINUTE_MS;

/** Lengths of {@link UsageGrain}s in ms, longest first. */
const WIDTHS: readonly (readonly [UsageGrain, number])[] = [
	["day", DAY_MS],
	["quarter", QUARTER_MS],
];

/** Where the use in a span of time is read. */
export interface Piece extends Span {
	/** Totals of this length, or the records themselves. */
	readonly of: UsageGrain | "records";
}

/** Returns the start of the time of this length that contains an instant. */
export const startOf = (atMs: number, widthMs: number): number => Math.floor(atMs / widthMs) * widthMs;

/** Returns the starts of the totals that contain an instant. */
export const startsOf = (atMs: number): (readonly [UsageGrain, number])[] =>
	WIDTHS.map(([grain, width]) => [grain, startOf(atMs, width)]);

/** Returns the fewest pieces that make up a span of time, in their order: days, quarters before and after, and records at the ends. */
export function piecesOf(span: Span, widths = WIDTHS): Piece[] {
	const { fromMs, toMs } = span;
	if (fromMs >= toMs) return [];
	const [first, ...finer] = widths;
	if (first === undefined) return [{ ...span, of: "records" }];
	const [of, width] = first;
	const inner = { fromMs: startOf(fromMs + width - 1, width), toMs: startOf(toMs, width) };
	if (inner.fromMs >= inner.toMs) return piecesOf(span, finer);
	return [
		...piecesOf({ fromMs, toMs: inner.fromMs }, finer),
		{ ...inner, of },
		...piecesOf({ fromMs: inner.toMs, toMs }, finer),
	];
}
