import type { MeetingRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import type { Principal } from "#kernel/principal";
import type { Message } from "#kernel/texts";

/** Who makes the secret addresses of meetings, which work as long as they may run them; modules/identity/principals implements it. */
export interface Makers {
	/** Returns what identifies a caller, as text. */
	identify(principal: Principal): string;
	/** Returns the caller with the rights they hold now. @throws `unauthenticated` `token_expired` `token_revoked` */
	recognize(identified: string, from: { readonly ip: string | null }): Promise<Principal>;
	/** Returns a person or an API key with the rights they hold in an organization now; null: none. */
	standingOf(db: ReadDb, orgId: string, id: string): Promise<Principal | null>;
}

/** A session of live captions, as of when it was read. */
export interface LiveSession {
	readonly orgId: string;
	readonly id: string;
	readonly meetingId: string;
	/** The transcript that its finals are segments of; null before the first. */
	readonly transcriptId: string | null;
	/** Sequence of the last event; 0 before the first. */
	readonly lastSeq: number;
	/** `closed`: the meeting is over and its transcript published. */
	readonly state: "open" | "closed";
}

/** An event as it goes over the wire. */
export interface WireEvent {
	/** From 1, without gaps over all events of the session. */
	readonly seq: number;
	/** Language of a translation; null for what every reader gets. */
	readonly language: string | null;
	/** The frame, a JSON text. */
	readonly frame: string;
	/** Whether it is announced and never stored, as the retention policy says: it cannot be read later. */
	readonly isPassing?: true;
}

/** What an instance tells the others about a session, on the topic of {@link feedTopic}, as JSON. */
export type FeedMessage =
	| ({ readonly t: "event" } & WireEvent)
	/** Never stored. */
	| { readonly t: "partial"; readonly frame: string }
	/** The session is over: nothing follows. */
	| { readonly t: "closed"; readonly frame: string };

/** Returns the topic of the bus on which the events of a session are announced. */
export const feedTopic = (sessionId: string): string => `live.${sessionId}`;

/** Who speaks on a track: a participant, or a service under a name of its own. */
export type TrackOwner = { readonly participantId: string } | { readonly label: string };

/** What a publisher learns about its own track. */
export type PublisherEvent =
	/** Audio before this was heard: a client that reconnects sends what follows. In ms from the start of the track. */
	| { readonly type: "ack"; readonly audioMs: number }
	/** Nothing is heard any longer when it is not `retryable`, or when another connection took the track over. */
	| { readonly type: "error"; readonly code: string; readonly retryable: boolean; readonly message: Message };

/** How somebody publishes. */
export interface PublishOptions {
	/** BCP 47; null: that of the meeting. */
	readonly language: string | null;
	/** BCP 47; languages to translate to. */
	readonly translateTo: readonly string[];
	/** Whether partials are made. */
	readonly interim: boolean;
	readonly signal: AbortSignal;
	readonly onEvent: (event: PublisherEvent) => void;
}

/** A track that is being published. */
export interface Publisher {
	/** See {@link PublisherEvent} `ack`. */
	readonly heardMs: number;
	/**
	 * Takes PCM s16le, 16 kHz; resolves when the engine was given it. Call it as audio arrives, without waiting for what came
	 * before: when audio was spoken follows from when it and what comes after it have arrived.
	 * @param waitedMs how long ago it has arrived, in ms
	 */
	write(pcm: Uint8Array, waitedMs?: number): Promise<void>;
	/** Ends the utterance now. */
	finalize(): Promise<void>;
	/** Ends the track; resolves when its last final is stored. */
	stop(): Promise<void>;
	/** Ends the track of a sender who is gone: what the engine was not given is sent again by one who comes back. */
	leave(): Promise<void>;
	/** Ends the track without hearing what is pending. */
	abort(): void;
}

/** Live captions of meetings. */
export interface Captions {
	/** Returns the session of a live meeting, made when there is none; of a meeting that is over, only one that was made. */
	session(meeting: MeetingRow): Promise<LiveSession>;
	/** Returns events after a sequence, in order, with their texts as they are now; empty: none. */
	eventsAfter(session: Pick<LiveSession, "orgId" | "id">, seq: number, limit: number): Promise<readonly WireEvent[]>;
	/** Returns the frame `closed` of a session: of one that is still open, with what it has so far. */
	closingFrame(session: Pick<LiveSession, "orgId" | "id">): Promise<string>;
	/**
	 * Opens the track of somebody. One connection publishes each track: a second one takes over.
	 * @throws `state_conflict` `consent_required` `forbidden` `provider_not_configured` `unavailable`
	 */
	publish(session: LiveSession, who: TrackOwner, options: PublishOptions): Promise<Publisher>;
	/** Asks for translations, as long as the session is open. @param languages BCP 47 */
	want(session: LiveSession, languages: readonly string[]): void;
}

/** What identifies a session; the session itself does, too. */
export type SessionKey = Pick<LiveSession, "orgId" | "id">;

/** A final that was stored, as announced to its translators. */
export interface StoredFinal {
	readonly session: Pick<LiveSession, "orgId" | "id" | "meetingId"> & { readonly transcriptId: string };
	/** `revision` above 1: it replaces one that was announced before. */
	readonly segment: {
		readonly id: string;
		readonly text: string;
		readonly revision: number;
		readonly startMs: number;
		readonly endMs: number;
	};
	/** BCP 47; `und` when unknown. */
	readonly language: string;
	/** BCP 47; languages that the meeting and its readers ask for. */
	readonly translateTo: readonly string[];
}

/** How translations get into the log of a session. */
export interface TranslationLog {
	/**
	 * Appends a translation to the log, in the transaction that stores its text.
	 * @returns the event to be announced after the commit; null when the session is closed
	 */
	appendTranslation(
		tx: Db,
		session: SessionKey,
		translation: { readonly segmentId: string; readonly language: string; readonly text: string },
	): Promise<WireEvent | null>;
	/** Announces an event that is durable. */
	announce(session: SessionKey, event: WireEvent): void;
}
