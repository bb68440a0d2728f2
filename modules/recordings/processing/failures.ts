import { AppError, type ErrorCode } from "#kernel/errors";

/** A failure as shown to the people of the meeting. */
export interface Failure {
	readonly code: string;
	readonly detail: string;
}

/**
 * What becomes of a job after an error: `ended`: nothing, it has ended; `wait`: it waits for somebody to do something;
 * `pause`: it is asked again later; `cancel`: it may not be done; `fail`: it cannot be done; `retry`: it may succeed
 * later, after `afterMs` (null: longer with each attempt).
 */
export type Verdict =
	| { readonly action: "ended" | "pause" }
	| { readonly action: "wait" | "cancel" | "fail"; readonly failure: Failure }
	| { readonly action: "retry"; readonly failure: Failure; readonly afterMs: number | null };

/** Thrown when a job was cancelled, or deleted with its meeting: its worker stops. */
export class JobEndedError extends Error {
	override readonly name = "JobEndedError";
}

/** Thrown when a job may not go on for now, such as in a suspended organization. */
export class PausedError extends Error {
	override readonly name = "PausedError";
}

const BUG: Failure = {
	code: "processing_failed",
	detail: "The job failed; the server's log has the cause.",
};

/** Codes of what forbids a job to go on. */
const FORBIDDING: readonly ErrorCode[] = ["consent_required", "not_found", "not_retained"];

/** Judges an error of the work on a job that its kind does not know. */
export function judge(error: unknown): Verdict {
	if (error instanceof JobEndedError) return { action: "ended" };
	if (error instanceof PausedError) return { action: "pause" };
	if (!(error instanceof AppError)) return { action: "retry", failure: BUG, afterMs: null };
	const failure = { code: error.code, detail: error.message };
	if (FORBIDDING.includes(error.code)) return { action: "cancel", failure };
	const isWaitedFor = error.kind === "payment" || error.kind === "unavailable";
	if (error.code === "provider_not_configured" || isWaitedFor) return { action: "wait", failure };
	return { action: "fail", failure };
}
