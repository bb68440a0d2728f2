import { AppError } from "#kernel/errors";
import type { Redaction } from "#modules/governance/redaction";
import { isFeatureOff } from "#modules/tenancy/features";
import type { Core } from "#platform/module";
import { assertHeard, type Guard } from "./guard.ts";
import { type FeedMessage, feedTopic, type LiveSession, type PublisherEvent, type SessionKey } from "./ports.ts";
import type { TrackPublisher } from "./publisher.ts";

/** Time after which it is asked again whether captions may still be made, in ms. */
const CHECK_EVERY_MS = 4_000;

/** What instances tell those that publish to a session. */
type Control =
	/** The meeting is over. */
	| { readonly t: "end" }
	/** Something has changed that decides about captions. */
	| { readonly t: "check" }
	/** Somebody else publishes this track from now on. */
	| { readonly t: "taken"; readonly trackId: string; readonly generation: number };

const controlTopic = (sessionId: string): string => `live.${sessionId}.control`;

/** A session that this process publishes to. */
export interface RunningSession {
	readonly session: LiveSession;
	/** Returns the time of the session in ms: it runs on when the clock of the machine is set. */
	nowMs(): number;
	lastSeq: number;
	transcriptId: string | null;
	/** As of the last check. */
	redaction: Redaction;
	readonly publishers: Map<string, TrackPublisher>;
}

/** A session, and when its time began, in ms since 1970. */
type StartedSession = LiveSession & { readonly startedAtMs: number };

/** What was said to a publisher that may not go on. */
type Refusal = Extract<PublisherEvent, { type: "error" }>;

export interface RunningSessionsDeps extends Pick<Core, "bus" | "clock" | "log"> {
	readonly guard: Guard;
}

export type RunningSessions = ReturnType<typeof createRunningSessions>;

/** The error for a publisher whose track somebody else publishes. */
export const TAKEN: Refusal = {
	type: "error",
	code: "conflict",
	retryable: false,
	message: "Another connection now publishes this track.",
};

/** Returns an error as a publisher gets it. */
export const refusalOf = ({ code, kind, text: message }: AppError): Refusal => ({
	type: "error",
	code,
	retryable: kind === "unavailable" && code !== "provider_not_configured",
	message,
});

/** Creates the sessions that this process publishes to, each held against what is allowed as long as it lasts. */
export function createRunningSessions({ bus, clock, log, guard }: RunningSessionsDeps) {
	const all = new Map<string, RunningSession & { stop(): void }>();

	function tell({ id }: SessionKey, message: Control): void {
		bus.publish(controlTopic(id), JSON.stringify(message));
	}

	/**
	 * Ends what may not go on: gently when the meeting is over or held, or live transcription was turned off, since all that was said
	 * until then belongs to the transcript.
	 */
	async function check(running: RunningSession): Promise<void> {
		const { session, publishers } = running;
		try {
			const allowed = await guard.assertAllowed(session);
			running.redaction = allowed.redaction;
			for (const publisher of publishers.values()) {
				await ask(publisher, async () => {
					assertHeard(allowed, publisher.track.participantId);
					const { info } = await guard.chooseEngine(allowed.meeting, publisher.language);
					const { engine } = publisher;
					if (info.engine !== engine.engine || info.model !== engine.model)
						throw new AppError("unavailable", "Another speech engine has taken over this meeting: connect again.");
				});
			}
		} catch (error) {
			if (!(error instanceof AppError))
				return log.warn("captions could not be checked", { sessionId: session.id, error });
			for (const publisher of publishers.values())
				if (isOver(error)) void publisher.stop();
				else if (isFeatureOff(error) || error.code === "meeting_held") void publisher.finish(refusalOf(error));
				else publisher.fail(refusalOf(error));
		}
	}

	async function ask(publisher: TrackPublisher, question: () => Promise<void>): Promise<void> {
		try {
			await question();
		} catch (error) {
			if (!(error instanceof AppError)) throw error;
			publisher.fail(refusalOf(error));
		}
	}

	function receive(running: RunningSession, message: Control): void {
		if (message.t === "end") for (const publisher of running.publishers.values()) void publisher.stop();
		if (message.t === "check") void check(running);
		if (message.t !== "taken") return;
		const publisher = running.publishers.get(message.trackId);
		if (publisher && (publisher.track.generation ?? 0) < message.generation) publisher.fail(TAKEN);
	}

	/** Keeps up with what other instances store, so that partials say after which final they come. */
	function follow(running: RunningSession, text: string): void {
		const message = JSON.parse(text) as FeedMessage;
		if (message.t !== "event") return;
		running.lastSeq = Math.max(running.lastSeq, message.seq);
		if (running.transcriptId !== null) return;
		const { segment } = JSON.parse(message.frame) as { segment?: { transcriptId: string } };
		running.transcriptId = segment?.transcriptId ?? null;
	}

	function start(session: StartedSession, redaction: Redaction): RunningSession & { stop(): void } {
		const aheadMs = Math.max(0, clock.nowMs() - session.startedAtMs) - performance.now();
		const running = {
			session,
			nowMs: () => performance.now() + aheadMs,
			lastSeq: session.lastSeq,
			transcriptId: session.transcriptId,
			redaction,
			publishers: new Map<string, TrackPublisher>(),
			stop: () => {
				clearInterval(timer);
				stopListening();
				stopFollowing();
			},
		};
		const stopListening = bus.subscribe(controlTopic(session.id), (text) =>
			receive(running, JSON.parse(text) as Control),
		);
		const stopFollowing = bus.subscribe(feedTopic(session.id), (text) => follow(running, text));
		const timer = setInterval(() => void check(running), CHECK_EVERY_MS);
		timer.unref();
		return running;
	}

	return {
		tell,

		/** Returns a session that this process publishes to; undefined when it does not. */
		find: (id: string): RunningSession | undefined => all.get(id),

		/** Adds a publisher, and stops the one that had its track here. */
		add(
			session: StartedSession,
			redaction: Redaction,
			create: (running: RunningSession) => TrackPublisher,
		): TrackPublisher {
			const running = all.get(session.id) ?? start(session, redaction);
			running.redaction = redaction;
			all.set(session.id, running);
			const publisher = create(running);
			const { id: trackId, generation } = publisher.track;
			running.publishers.get(trackId)?.fail(TAKEN);
			running.publishers.set(trackId, publisher);
			if (generation !== null) tell(session, { t: "taken", trackId, generation });
			return publisher;
		},

		/** Removes a publisher that has ended. */
		remove({ id }: SessionKey, publisher: TrackPublisher): void {
			const running = all.get(id);
			if (running === undefined) return;
			if (running.publishers.get(publisher.track.id) === publisher) running.publishers.delete(publisher.track.id);
			if (running.publishers.size > 0) return;
			running.stop();
			all.delete(id);
		},

		/** Returns why a publisher may not go on. */
		async whyFenced(session: LiveSession, participantId: string | null): Promise<Refusal> {
			try {
				assertHeard(await guard.assertAllowed(session), participantId);
				return TAKEN;
			} catch (error) {
				if (error instanceof AppError) return refusalOf(error);
				return { type: "error", code: "unavailable", retryable: true, message: "The captions could not be stored." };
			}
		},
	};
}

/** Whether an error says that the meeting is over. */
const isOver = ({ code, meta }: AppError): boolean =>
	code === "not_found" || (code === "state_conflict" && meta?.state !== "captions_off");
