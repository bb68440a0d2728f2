import { MINUTE_MS, type SteadyMs } from "#kernel/clock";
import { type MailLog, MailRefusedError, MailServerError, MailTimeoutError, type MailTransport } from "./ports.ts";

/** Interval between looks at a server that is not known to take mails, in ms. */
const CHECK_INTERVAL_MS = MINUTE_MS;

/** What became of attempts to send a mail; `failed` ones are repeated. */
export type MailOutcome = "sent" | "refused" | "failed";

/** Whether mails leave this instance. */
export interface MailHealth {
	/** Why they do not, for operators; null while nothing speaks against it. */
	readonly problem: string | null;
	/** Whether the server cannot be reached, or does not let us in. */
	readonly isServerAway: boolean;
	/** Number of attempts so far, by outcome. */
	readonly attempts: Readonly<Record<MailOutcome, number>>;
	/**
	 * Looks at the server, once a minute at most, unless mails are known to leave. So a wrong password is noticed before the
	 * first mail, and its correction before the next one. Never rejects.
	 */
	check(): Promise<void>;
}

/** A transport, and whether mails leave by it. */
export interface WatchedTransport {
	readonly transport: MailTransport;
	readonly health: MailHealth;
}

/** Whether a failure is that of the server, which looking at it would find as well: no mail can be sent. */
export const isServerFailure = (error: unknown): error is Error =>
	error instanceof MailServerError || (error instanceof MailTimeoutError && error.isOfServer);

/** Watches a transport. Each change for better or worse is logged once, however many mails wait. */
export function watchTransport(
	transport: MailTransport,
	{ steadyMs, log }: { readonly steadyMs: SteadyMs; readonly log: MailLog },
): WatchedTransport {
	const { server } = transport;
	const attempts = { sent: 0, refused: 0, failed: 0 };
	/** `isOfServer`: it would be found by looking at the server, too. */
	let problem: { readonly reason: string; readonly isOfServer: boolean } | null = null;
	/** Time of the last sign that mails leave; null before. */
	let fineAtMs: number | null = null;
	/** Time of the last look; null before. */
	let checkedAtMs: number | null = null;

	function noteFine(): void {
		fineAtMs = steadyMs();
		// The end of an outage of the server is logged as that of any dependency.
		if (problem && !problem.isOfServer) log.info("mail can be sent again", { host: server });
		problem = null;
	}

	function noteFailure(error: unknown, sinceMs: number): void {
		// Meanwhile others were sent: it is about this recipient.
		if (fineAtMs !== null && fineAtMs >= sinceMs) return;
		const reason = error instanceof Error ? error.message : String(error);
		if (problem?.reason !== reason) log.warn("mail cannot be sent", { host: server, error });
		problem = { reason, isOfServer: isServerFailure(error) };
	}

	return {
		transport: {
			...transport,
			async send(message, signal) {
				const sinceMs = steadyMs();
				try {
					await transport.send(message, signal);
					attempts.sent++;
					noteFine();
				} catch (error) {
					const isRefused = error instanceof MailRefusedError;
					if (signal.aborted) throw error;
					attempts[isRefused ? "refused" : "failed"]++;
					if (isRefused) noteFine();
					else noteFailure(error, sinceMs);
					throw error;
				}
			},
		},
		health: {
			get problem() {
				return problem?.reason ?? null;
			},
			get isServerAway() {
				return problem?.isOfServer === true;
			},
			attempts,
			async check() {
				const nowMs = steadyMs();
				const isKnown = problem === null ? fineAtMs !== null : !problem.isOfServer;
				if (isKnown || (checkedAtMs !== null && nowMs - checkedAtMs < CHECK_INTERVAL_MS)) return;
				checkedAtMs = nowMs;
				try {
					await transport.check();
					noteFine();
				} catch (error) {
					const isClosed = error instanceof Error && error.name === "AbortError";
					if (!isClosed) noteFailure(error, nowMs);
				}
			},
		},
	};
}
