import type { MeetingRow, ParticipantRow } from "#db/schema";
import type { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";

/** Access to the callers behind tickets; modules/identity/principals implements it. */
export interface Identities {
	/** Returns what identifies a caller, as text. */
	identify(principal: Principal): string;
	/** Returns the caller with the rights they hold now. @throws `unauthenticated` `token_revoked` `session_revoked` */
	recognize(identified: string, from: { readonly ip: string | null }): Promise<Principal>;
	/** Returns when what the caller holds ends by itself, Unix ms; infinity: it does not. */
	endOf(principal: Principal): number;
}

/** Sends messages of the chat; modules/meetings/chat implements it. */
export interface ChatSender {
	/** @throws `validation_failed` `not_found` `forbidden` `purged` `state_conflict` */
	send(context: RequestContext, meetingId: string, message: { readonly text: string }): Promise<unknown>;
}

/** What somebody may do in a meeting. */
export interface Standing {
	readonly principal: Principal;
	readonly meeting: MeetingRow;
	/** Whether they run the meeting. */
	readonly canRun: boolean;
	/** How they take part; null: they are not in the room. */
	readonly participant: ParticipantRow | null;
	/** Sequence of the captions after which they follow; null: they do not. */
	readonly followsAfter: number | null;
}

/** How somebody who was in the room has left it for good: by themselves, or removed by others. */
export type Departure = "left" | "removed";

/** A connection that depends on what its caller may do. */
export interface Holder {
	/** What the caller may do was read again. */
	changed(standing: Standing): void;
	/** The caller may no longer hold it. */
	refused(error: AppError): void;
	/** The meeting is over. */
	over(): void;
}

/** What is counted for the operators. */
export interface LiveFigures {
	/** Event streams that are open. */
	streams: number;
	/** How often a reader was too slow for partials. */
	held: number;
	/** How often one was so slow that it was cut off. */
	cutOff: number;
}
