import type { Bytes } from "./bytes.ts";

/** What the process of one size is asked to do. */
export type Task =
	/** Make the first calls of a case. */
	| { readonly kind: "warm-up"; readonly name: string }
	/** Measure a round of a case. */
	| { readonly kind: "round"; readonly name: string; readonly count: number }
	/** Measure requests with so many tokens in turn. */
	| { readonly kind: "tokens"; readonly count: number }
	/** Measure the space of rows. */
	| { readonly kind: "bytes" };

/** Its answer. */
export interface Report {
	/** Calls that make a round. */
	readonly count?: number;
	/** Processor time of one call, in µs; null: too few of what it needs. */
	readonly micros?: number | null;
	/** Rows of the page; null: the response is none. */
	readonly rows?: number | null;
	/** Longest time for which the event loop was busy with one thing, in ms. */
	readonly stallMs?: number;
	readonly bytes?: Bytes;
	/** Reason why it could not be done. */
	readonly failure?: string;
}
