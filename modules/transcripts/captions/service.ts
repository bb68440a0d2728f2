import type { EngineName, LiveSessionRow, MeetingRow } from "#db/schema";
import type { LiveSpeechEvent } from "#modules/engines/speech";
import type { Redaction } from "#modules/governance/redaction";
import type { Core } from "#platform/module";
import { engineFailed } from "./errors.ts";
import { feedText } from "./frames.ts";
import { assertHeard, type Guard } from "./guard.ts";
import type { Log } from "./log.ts";
import { type Captions, feedTopic, type LiveSession, type PublishOptions, type TrackOwner } from "./ports.ts";
import { TrackPublisher } from "./publisher.ts";
import { sessionsOf } from "./repository/sessions.ts";
import type { RunningSession, RunningSessions } from "./running-sessions.ts";
import type { NamedTrack, Sessions } from "./sessions.ts";
import type { Wants } from "./wants.ts";

export interface CaptionsDeps extends Pick<Core, "store" | "bus"> {
	readonly newSegmentId: () => string;
	readonly guard: Guard;
	readonly log: Log;
	readonly sessions: Sessions;
	readonly running: RunningSessions;
	readonly wants: Wants;
	readonly closingFrame: Captions["closingFrame"];
}

/** How a track is opened. */
type TrackOptions = PublishOptions & Pick<TrackPublisher, "engine"> & { readonly redaction: Redaction };

/** Creates live captions, see {@link Captions}. */
export function createCaptions(deps: CaptionsDeps): Captions {
	const { store, bus, newSegmentId, guard, log, sessions, running, wants, closingFrame } = deps;

	/** Creates the publisher of a track; the engine's stream follows. */
	const publisherOf = (
		session: LiveSessionRow,
		{ row, name }: NamedTrack,
		{ interim, onEvent, engine, language, translateTo, redaction }: TrackOptions,
	): TrackPublisher => {
		const { participantId } = row;
		const logged = { orgId: session.orgId, id: session.id, meetingId: session.meetingId, translateTo };
		const track = { id: row.id, generation: row.generation, participantId, name, engine };
		const create = (here: RunningSession): TrackPublisher => {
			const publisher: TrackPublisher = new TrackPublisher({
				newSegmentId,
				track,
				speakerId: row.speakerId,
				transcriptId: () => here.transcriptId,
				heardMs: row.heardMs,
				endMs: row.endMs,
				engine,
				interim,
				language,
				nowMs: here.nowMs,
				lastSeq: () => here.lastSeq,
				redaction: () => here.redaction,
				append: (entry) => log.append(logged, entry),
				announcePartial: (frame) => bus.publish(feedTopic(session.id), feedText({ t: "partial", frame })),
				onEvent,
				whyFenced: () => running.whyFenced(session, participantId),
				onEnded: () => running.remove(session, publisher),
			});
			return publisher;
		};
		return running.add(session, redaction, create);
	};

	/** Returns the session as it is now. */
	async function read({ orgId, id }: LiveSession): Promise<LiveSessionRow> {
		const row = await sessionsOf(store.db, orgId).find(id);
		if (row === undefined) throw new Error("the session is gone");
		return row;
	}

	return {
		session: (meeting: MeetingRow) => sessions.session(meeting),
		eventsAfter: log.eventsAfter,
		closingFrame,

		async publish(session: LiveSession, who: TrackOwner, options: PublishOptions) {
			const allowed = await guard.assertAllowed(session);
			assertHeard(allowed, "participantId" in who ? who.participantId : null);
			await guard.assertAffordable(await read(session));
			const language = options.language ?? allowed.meeting.language;
			const speech = await guard.chooseEngine(allowed.meeting, language);
			const track = await sessions.openTrack(session, who);
			const publisher = publisherOf(await read(session), track, {
				...options,
				language,
				translateTo: allowed.meeting.transcription.translateTo,
				engine: nameOf(speech.info),
				redaction: allowed.redaction,
			});
			wants.want(session.id, options.translateTo);
			wants.ask(session.id);
			options.signal.addEventListener("abort", () => publisher.abort(), { once: true });
			try {
				const onEvent = (event: LiveSpeechEvent) => publisher.hear(event);
				publisher.begin(await speech.open({ language, signal: options.signal, onEvent }));
			} catch (error) {
				publisher.abort();
				throw engineFailed(error);
			}
			return publisher;
		},

		want: (session, languages) => wants.want(session.id, languages),
	};
}

/** Returns the name of an engine as transcripts bear it. */
const nameOf = ({ engine, model, version }: EngineName): EngineName => ({ engine, model, version });
