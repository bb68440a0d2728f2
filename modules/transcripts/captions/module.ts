import type { SpeechEngines } from "#modules/engines/speech";
import { consentDenied, consentNeeded } from "#modules/meetings/consents";
import { meetingEnded, roomChanged } from "#modules/meetings/meetings";
import type { TranscriptWriter } from "#modules/transcripts/transcripts";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { type AddressMakers, createAddressMakers } from "./address-makers.ts";
import { createAddresses } from "./addresses.ts";
import { CLOSE, createClosure } from "./closure.ts";
import { createExternalCaptions } from "./external-captions.ts";
import { facts } from "./facts.ts";
import { createGuard } from "./guard.ts";
import { createLog } from "./log.ts";
import { finalStored } from "./moments.ts";
import type { Captions, Makers, TranslationLog } from "./ports.ts";
import { eraseMeeting, findSession } from "./repository/sessions.ts";
import { createIsKept } from "./retention.ts";
import { captionsRoutes } from "./routes.ts";
import { createRunningSessions } from "./running-sessions.ts";
import { createCaptions } from "./service.ts";
import { createSessions, type Origin } from "./sessions.ts";
import { createCaptionStorage, type Entry } from "./storage.ts";
import { createWants } from "./wants.ts";

export interface CaptionsModuleDeps extends Pick<Core, "bus"> {
	readonly engines: Pick<SpeechEngines, "chooseLive">;
	readonly transcripts: TranscriptWriter;
	readonly makers: Makers;
}

/** The module, and what others use of it. */
export interface CaptionsModule extends Contribution {
	readonly captions: Captions;
	readonly translations: TranslationLog;
	readonly makers: AddressMakers;
}

/** Returns what the transcript of a session is made by, as its first final says. */
const originOf = ({ track, segment }: Extract<Entry, { kind: "final" }>): Origin => ({
	source: segment.source ?? "stt",
	engine: track.engine,
	language: segment.language,
});

/** Creates the module of live captions: what is said is stored, and then announced to readers. */
export function createCaptionsModule(core: Core, deps: CaptionsModuleDeps): CaptionsModule {
	const { store, clock, jobs, moments } = core;
	const { bus, transcripts } = deps;
	const makers = createAddressMakers(deps.makers);
	const guard = createGuard({ store, clock, engines: deps.engines });
	const sessions = createSessions({ ...core, transcripts });
	const running = createRunningSessions({ ...core, bus, guard });
	const wants = createWants(bus);
	const isKept = createIsKept(core);
	const storeIn = createCaptionStorage({ ...core, transcripts, isKept });
	const log = createLog({
		store,
		bus,
		storeIn,
		beginTranscript: (session, first) => sessions.beginTranscript(session, originOf(first)),
		onStored: ({ translateTo, ...session }, { transcriptId, language, ...segment }) => {
			const languages = wants.languagesOf(session.id, translateTo);
			if (languages.length === 0 || transcriptId === "") return;
			const final = { session: { ...session, transcriptId }, segment, language, translateTo: languages };
			for (const react of moments.of(finalStored)) react(null, final);
		},
	});
	const closure = createClosure({ ...core, bus, running, transcripts });
	jobs.handle(CLOSE, closure.run);
	const externalCaptions = createExternalCaptions({ ...core, bus, sessions, storeIn, isKept, log, transcripts });
	return {
		facts,
		routes: captionsRoutes(externalCaptions, createAddresses({ ...core, externalCaptions, makers })),
		makers,
		captions: createCaptions({
			...core,
			newSegmentId: transcripts.newSegmentId,
			bus,
			guard,
			log,
			sessions,
			running,
			wants,
			closingFrame: closure.closingFrame,
		}),
		translations: log,
		reactions: [
			at(meetingEnded, closure.onMeetingEnded),
			at(consentDenied, async (change, { meeting, participant, kind }) => {
				const session = kind === "transcription" ? await findSession(change.tx, meeting.orgId, meeting.id) : undefined;
				if (session === undefined || session.state === "closed") return;
				const leavesOut = (await consentNeeded(change.tx, meeting)) === "optional";
				await sessions.fence(change, session, leavesOut ? participant.id : undefined);
				change.afterCommit(() => running.tell(session, { t: "check" }));
			}),
			at(roomChanged, async (change, { orgId, meetingId, what }) => {
				const session = what === "hold" ? await findSession(change.tx, orgId, meetingId) : undefined;
				if (session) change.afterCommit(() => running.tell(session, { t: "check" }));
			}),
		],
		eraseMeeting,
	};
}
