import type { LiveSessionRow, MeetingRow } from "#db/schema";
import {
	isSpeechProvider,
	LIVE_PROVIDERS,
	type LiveProvider,
	type LiveSpeech,
	type SpeechEngines,
	type SpeechProvider,
} from "#modules/engines/speech";
import { type Redaction, readRedaction } from "#modules/governance/redaction";
import { assertConsented, excludedParticipants } from "#modules/meetings/consents";
import { assertNotHeld, findMeeting } from "#modules/meetings/meetings";
import { assertFeature, assertWithin } from "#modules/tenancy/entitlements";
import { assertSwitchedOn } from "#modules/tenancy/features";
import { closedIn, findOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { Core } from "#platform/module";
import { captionsOff, engineMissing, excluded, notLive } from "./errors.ts";
import type { LiveSession } from "./ports.ts";

export interface GuardDeps extends Pick<Core, "store" | "clock"> {
	readonly engines: Pick<SpeechEngines, "chooseLive">;
}

export type Guard = ReturnType<typeof createGuard>;

/** A meeting whose captions may be made now. */
export interface Allowed {
	readonly meeting: MeetingRow;
	/** Ids of participants whose own tracks must be left out. */
	readonly excluded: readonly string[];
	/** How its captions are shown. */
	readonly redaction: Redaction;
}

/** Asserts that the track of a participant may be heard. @throws `consent_required` */
export function assertHeard({ excluded: ids }: Allowed, participantId: string | null): void {
	if (participantId !== null && ids.includes(participantId)) throw excluded();
}

/** Creates what decides whether the captions of a meeting may be made: asked at the start, and again while they are. */
export function createGuard({ store, clock, engines }: GuardDeps) {
	return {
		/**
		 * Asserts that the meeting is live and has captions, that its organization is active and has live transcription on, and
		 * that everybody consents, now. What its plan includes is asked once, by {@link assertAffordable}.
		 * @throws `not_found` `state_conflict` `organization_suspended` `forbidden` `consent_required` `meeting_held`
		 */
		async assertAllowed({ orgId, meetingId }: Pick<LiveSession, "orgId" | "meetingId">): Promise<Allowed> {
			const closed = closedIn((await findOrganization(store.db, orgId)).state);
			if (closed) throw closed;
			await assertSwitchedOn(store.db, orgId, "liveTranscription", "begun");
			const { principal } = systemContext("job:captions");
			const meeting = await findMeeting(store.db, principal, orgId, meetingId, "enter");
			if (meeting.state !== "live") throw notLive(meeting.state);
			// First of all: participants connect alike without captions, and nothing but that keeps theirs from being made.
			if (!meeting.transcription.enabled || !meeting.transcription.live) throw captionsOff();
			assertNotHeld(meeting);
			const [redaction, , ids] = await Promise.all([
				readRedaction(store.db, orgId),
				assertConsented(store.db, meeting, "transcription"),
				excludedParticipants(store.db, meeting, "transcription"),
			]);
			return { meeting, excluded: ids, redaction };
		},

		/**
		 * Asserts that the plan of the organization includes live transcription, and has something left for captions to begin.
		 * Not of a session that has a transcript: it goes on to the end of its meeting, whoever connects again.
		 * @throws `entitlement_required` `quota_exceeded`
		 */
		async assertAffordable({ orgId, transcriptId }: Pick<LiveSessionRow, "orgId" | "transcriptId">): Promise<void> {
			if (transcriptId !== null) return;
			const now = { tx: store.db, nowMs: clock.nowMs() };
			const organization = await findOrganization(store.db, orgId);
			assertFeature(organization, "liveTranscription");
			await assertWithin(now, organization, "transcription_minutes", "any");
		},

		/**
		 * Returns the engine that hears a meeting.
		 * @param language BCP 47; null: that of the meeting
		 * @throws `provider_not_configured`
		 */
		async chooseEngine(
			{ orgId, transcription, language: ofMeeting }: MeetingRow,
			language: string | null,
		): Promise<LiveSpeech> {
			const provider = providerNamed(transcription.provider);
			const engine = await engines.chooseLive({ orgId, provider, language: language ?? ofMeeting });
			if ("unavailable" in engine) throw engineMissing(engine.unavailable);
			return engine;
		},
	};
}

function providerNamed(name: string | null): LiveProvider | SpeechProvider | undefined {
	if (name === null) return undefined;
	return isSpeechProvider(name) ? name : LIVE_PROVIDERS.find((provider) => provider === name);
}
