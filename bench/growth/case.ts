import type { Subject } from "./subject.ts";

/** One request of a measurement. */
export interface Call {
	readonly method: string;
	readonly path: string;
	readonly token?: string | undefined;
	/** Sent as JSON. */
	readonly body?: unknown;
	/** Fields that are sent as `multipart/form-data`, in place of a body. */
	readonly form?: Readonly<Record<string, string>>;
	/** Sent unchanged, instead of `body`. */
	readonly raw?: Uint8Array<ArrayBuffer>;
	readonly headers?: Readonly<Record<string, string>>;
	readonly cookie?: string;
	/** Whether it goes to the application that sends mail. */
	readonly mailed?: boolean;
}

/** One thing that is measured: an operation, with what varies about it. */
export interface Case {
	/** `operationId` of the API document. */
	readonly operation: string;
	/** What is special about it; absent: nothing is. */
	readonly variant?: string;
	/** The expected status; default: any below 400. */
	readonly status?: number;
	/** Largest number of calls that can be prepared for one round; default 400. */
	readonly most?: number;
	/** Processor time in µs that is enough at any size, although it grows with it; default: it must not grow. */
	readonly enoughMicros?: number;
	/**
	 * Returns so many calls that can be made once each, in any order and in parallel. Whatever they use up is made here,
	 * outside the measurement.
	 */
	calls(subject: Subject, count: number): Promise<readonly Call[]> | readonly Call[];
}

/** Processor time of a search that is enough, in µs: what it finds first among many takes longer than among few. */
export const SEARCH_MICROS = 5_000;

/** Returns the name under which a case is reported. */
export const nameOf = ({ operation, variant }: Pick<Case, "operation" | "variant">): string =>
	variant === undefined ? operation : `${operation} (${variant})`;

/** Returns `count` calls made by a function of their number. */
export const times = <T>(count: number, make: (n: number) => T): T[] =>
	Array.from({ length: count }, (_, n) => make(n));

/** Returns an item for each number, over and over. @throws Error for an empty list */
export function around<T>(items: readonly T[]): (n: number) => T {
	if (items.length === 0) throw new Error("there is nothing to go around");
	return (n) => items[n % items.length] as T;
}
