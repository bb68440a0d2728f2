/** What one check came to. */
export interface Finding {
	/** What was looked at. */
	readonly check: string;
	/** `warn`: it runs, but perhaps not as it is meant to; `fail`: it does not run. */
	readonly verdict: "ok" | "warn" | "fail";
	/** What was found. */
	readonly detail: string;
	/** What to do about it; absent where nothing is to be done. */
	readonly mend?: string;
}

/** What a thrown value says, causes included, for `detail`. */
export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? `${error.message}: ${reasonOf(error.cause)}` : error.message;
}
