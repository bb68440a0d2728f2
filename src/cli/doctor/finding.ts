/** The result of one check. */
export interface Finding {
	/** Subject of the check. */
	readonly check: string;
	/** `warn`: works, but perhaps not as intended; `fail`: does not work. */
	readonly verdict: "ok" | "warn" | "fail";
	/** Description of the result. */
	readonly detail: string;
	/** Advice; absent when nothing has to be done. */
	readonly mend?: string;
}

/** What makes an installation where there is none: nothing else does so by accident. */
export const CREATED_BY = "parley serve creates it, other commands do so only with --init";

/** Returns the message of a thrown value, causes included, for `detail`. */
export function messageOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? `${error.message}: ${messageOf(error.cause)}` : error.message;
}
