import { AppError, ERROR_CODES, type ErrorCode } from "#kernel/errors";
import { type MissingEngine, SpeechError } from "#modules/speech";
import { JobEndedError } from "./job-run.ts";

/** Thrown when no engine serves a job: it waits. */
export class EngineMissingError extends Error {
	override readonly name = "EngineMissingError";
	readonly missing: MissingEngine;

	constructor(missing: MissingEngine) {
		super(missing.detail);
		this.missing = missing;
	}
}

/** Thrown when a job may not go on for now, such as in a suspended organization. */
export class PausedError extends Error {
	override readonly name = "PausedError";
}

/** A failure as shown to the people of the meeting. */
export interface Failure {
	readonly code: string;
	readonly detail: string;
}

/**
 * What becomes of a job after an error: `ended`: nothing, it has ended; `wait`: it waits for somebody to do something;
 * `pause`: it is asked again later; `cancel`: it may not be done; `fail`: it cannot be done; `retry`: it may succeed
 * later.
 */
export type Verdict =
	| { readonly action: "ended" | "pause" }
	| { readonly action: "wait" | "cancel" | "fail"; readonly failure: Failure }
	| { readonly action: "retry"; readonly failure: Failure; readonly afterMs: number | null };

const BUG: Failure = {
	code: "processing_failed",
	detail: "The recording could not be processed; the log holds the cause.",
};

/** Judges an error of the work on a job. */
export function judge(error: unknown): Verdict {
	if (error instanceof JobEndedError) return { action: "ended" };
	if (error instanceof PausedError) return { action: "pause" };
	if (error instanceof EngineMissingError) {
		const { code, detail, command } = error.missing;
		return { action: "wait", failure: { code, detail: command === null ? detail : `${detail} Run: ${command}` } };
	}
	if (error instanceof SpeechError) {
		const failure = { code: error.failure, detail: error.message };
		return error.isRetryable ? { action: "retry", failure, afterMs: error.retryAfterMs } : { action: "fail", failure };
	}
	if (!(error instanceof AppError)) return { action: "retry", failure: BUG, afterMs: null };
	const failure = { code: error.code, detail: error.message };
	if (error.code === "consent_required" || error.code === "not_found") return { action: "cancel", failure };
	if (error.kind === "unavailable") return { action: "wait", failure };
	return { action: "fail", failure };
}

/** Whether a failure has one of the codes of the API. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);
