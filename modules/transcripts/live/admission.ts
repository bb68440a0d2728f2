import type { MeetingRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import { enterMeeting } from "#modules/meetings/meetings";
import { isReader } from "#modules/transcripts/caption-links";
import type { Captions, Publisher, PublishOptions, TrackOwner } from "#modules/transcripts/captions";
import { isOwnerShown } from "#platform/artifacts";
import type { Core } from "#platform/module";
import type { Caller, Callers } from "./callers.ts";
import { contextOf } from "./context.ts";
import { languagesNotAllowed, notInTheRoom, notLive, otherSession } from "./errors.ts";
import { facts } from "./facts.ts";
import type { Hub } from "./hub.ts";
import type { Standing } from "./ports.ts";
import { findKeyName } from "./repository.ts";
import type { Sessions } from "./sessions.ts";
import type { Throttle } from "./throttle.ts";

/** How long the end of a meeting is waited for, in ms, until its transcript is published. */
const MAX_END_MS = 15_000;

/** What a connection is for. */
export type LiveRole = "publish" | "subscribe";

/** A connection to a meeting that its caller may have. */
export interface Admitted {
	readonly caller: Caller;
	readonly hub: Hub;
	readonly role: LiveRole;
	/** Tracks that are coming to their end, for the server to wait for. */
	readonly ending: Set<Promise<void>>;
	/** Whether somebody may publish in what they may do now. */
	mayPublish(standing: Standing): boolean;
	/** Returns the sequence after which the caller follows, of those after `seq`: nothing from before they came, if it is closed. */
	followsAfter(seq: number): Promise<number>;
	/** Returns what the caller may do now, who may publish. @throws `forbidden` and the errors of `Callers.admit` */
	currentPublisher(): Promise<Standing>;
	/** Opens the track of the caller, once more after it has ended. @throws `rate_limited` and the errors of `Captions.publish` */
	publish(standing: Standing, options: PublishOptions): Promise<Publisher>;
	/**
	 * Asks for translations. Guests begin none: theirs are those that the host has listed.
	 * @returns why some are not made for the caller, who gets them if somebody else asks; null: all are
	 */
	want(languages: readonly string[]): AppError | null;
	/** Returns the message about the end of the session. */
	closing(): Promise<string>;
	/** Ends the session here, since the meeting is over. Never fails: what goes wrong is logged. */
	end(): Promise<void>;
	/** @throws `not_found` for another session */
	assertSession(id: string): void;
	/** Gives it back; a second call does nothing. */
	release(): void;
}

export interface AdmissionDeps extends Pick<Core, "store" | "retention" | "reads" | "log" | "connections"> {
	readonly callers: Callers;
	readonly sessions: Sessions;
	readonly captions: Captions;
	readonly throttle: Throttle;
	/** Aborted when the server stops. */
	readonly draining: AbortSignal;
}

/** Creates the admission of connections to meetings. */
export function createAdmission(deps: AdmissionDeps) {
	const { store, retention, reads, callers, sessions, captions, throttle, connections, log, draining } = deps;
	const ending = new Set<Promise<void>>();
	const ends = new Map<Hub, Promise<void>>();

	/** Whether a session is still being closed; one in which nobody said anything leaves nothing behind. */
	async function isOpen(meeting: MeetingRow): Promise<boolean> {
		try {
			return (await captions.session(meeting)).state === "open";
		} catch (error) {
			if (error instanceof AppError) return false;
			throw error;
		}
	}

	/** Ends a session whose meeting is over. What captions have to publish takes them a moment. */
	async function end(hub: Hub, meeting: MeetingRow): Promise<void> {
		const deadlineMs = performance.now() + MAX_END_MS;
		while ((await isOpen(meeting)) && performance.now() < deadlineMs) {
			await Bun.sleep(500);
			// The server is stopping, and so are all connections: there is nobody left to notify.
			if (draining.aborted) return;
		}
		await hub.end(await captions.closingFrame(hub.session));
	}

	/** Ends a session; when that fails, its connections find out again, a second later, that the meeting is over. */
	async function tryToEnd(hub: Hub, meeting: MeetingRow): Promise<void> {
		try {
			await end(hub, meeting);
		} catch (error) {
			if (!draining.aborted)
				log.warn("the end of a meeting cannot be announced; trying again", { subjectId: meeting.id, error });
		}
	}

	/**
	 * Asserts that the captions of a meeting that is over are open to the caller and have not expired.
	 * @throws `state_conflict` `not_found` `forbidden`
	 */
	async function assertShown(principal: Principal, meeting: MeetingRow): Promise<void> {
		const { db } = store;
		const { orgId } = meeting;
		const { horizonMs } = await enterMeeting({ db, retention }, principal, orgId, meeting.id, "transcripts");
		if (horizonMs === undefined) return;
		const { transcriptId: ownerId } = await captions.session(meeting);
		const isShown =
			ownerId !== null && (await isOwnerShown(db, { orgId, ownerType: "transcript", ownerId }, horizonMs));
		if (!isShown) throw notLive(meeting.state);
	}

	async function ownerOf({ principal, participant }: Standing): Promise<TrackOwner> {
		if (participant) return { participantId: participant.id };
		const name = await findKeyName(store.db, principal.orgId ?? "", principal.id);
		return { label: name ?? principal.id };
	}

	/** Records that somebody begins to read captions. */
	const noteRead = (standing: Standing, id: string, ip: string | null): Promise<void> => {
		const { orgId, id: meetingId } = standing.meeting;
		return reads.note(contextOf(standing, ip), { orgId, fact: facts["captions.read"], objects: [{ id, meetingId }] });
	};

	return {
		/** Tracks that are coming to their end. */
		ending,

		/**
		 * Admits a caller to a meeting.
		 * @param identity see `Identities.identify`
		 * @throws the errors of `Callers.admit` and of `Captions.session`; `rate_limited`, `state_conflict` for a meeting that
		 * does not run and has no captions
		 */
		async admit(identity: string, ip: string | null, meetingId: string, role: LiveRole): Promise<Admitted> {
			const caller = await callers.admit(identity, ip, meetingId);
			const { standing } = caller;
			const { meeting } = standing;
			if (meeting.state === "scheduled" || meeting.state === "cancelled") throw notLive(meeting.state);
			if (role === "publish" && meeting.state !== "live") throw notLive(meeting.state);
			if (standing.followsAfter === null || (role === "publish" && !mayPublish(standing))) throw notInTheRoom();
			if (meeting.state !== "live") await assertShown(standing.principal, meeting);
			const { orgId, id } = meeting;
			const giveBack = connections.take({ caller: callerKey(standing.principal), orgId, meetingId: id });
			const hub = await sessions.open(meeting).catch((error: unknown) => {
				giveBack();
				throw error instanceof AppError && error.code === "not_found" ? notLive(meeting.state) : error;
			});
			let isReleased = false;
			let starts = 0;
			const release = () => {
				if (isReleased) return;
				isReleased = true;
				giveBack();
				sessions.release(hub);
			};
			await noteRead(standing, hub.session.id, ip).catch((error: unknown) => {
				release();
				throw error;
			});
			return {
				caller,
				hub,
				role,
				ending,
				mayPublish,
				followsAfter: async (seq) => Math.max(seq, (await caller.current()).followsAfter ?? Number.MAX_SAFE_INTEGER),
				async currentPublisher() {
					const now = await caller.current();
					if (!mayPublish(now)) throw notInTheRoom();
					return now;
				},
				async publish(now, options) {
					// The first one was counted as the connection.
					if (starts++ > 0) await throttle(now.principal);
					const translateTo = languagesFor(now, options.translateTo);
					return captions.publish(hub.session, await ownerOf(now), { ...options, translateTo });
				},
				want(languages) {
					const { standing } = caller;
					const wanted = languagesFor(standing, languages);
					captions.want(hub.session, wanted);
					const isAll = wanted.length === languages.length;
					return isAll ? null : languagesNotAllowed(standing.meeting.transcription.translateTo);
				},
				closing: () => captions.closingFrame(hub.session),
				end() {
					let ended = ends.get(hub);
					if (!ended) {
						ended = tryToEnd(hub, caller.standing.meeting).finally(() => ends.delete(hub));
						ends.set(hub, ended);
					}
					return ended;
				},
				assertSession(id) {
					if (id !== hub.session.id) throw otherSession();
				},
				release,
			};
		},
	};
}

/** Returns those of some languages into which captions are translated because the caller asks. */
function languagesFor({ principal, meeting }: Standing, languages: readonly string[]): readonly string[] {
	const isGuest = principal.kind === "guest" || principal.role === "guest";
	return isGuest ? languages.filter((each) => meeting.transcription.translateTo.includes(each)) : languages;
}

/** Returns under what connections are counted: the readers of a link are many, and have the share of the meeting alone. */
export const callerKey = ({ kind, id, orgId }: Principal): string | null =>
	isReader(id) ? null : `${kind} ${id} ${orgId ?? ""}`;

/** Whether somebody may publish: people in the room, and services that may write transcripts. */
function mayPublish({ principal, participant }: Standing): boolean {
	if (participant) return true;
	return principal.kind === "service" && principal.scopes.has("transcript:write");
}
