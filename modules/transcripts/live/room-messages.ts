import type { Departure } from "./ports.ts";
import type { ConnectionKey, Presence } from "./roster.ts";

/** To whom something is told. */
export interface Recipient {
	/** Participant; null: everybody in the room. */
	readonly to: string | null;
	/** One of their connections; undefined: all of them. */
	readonly toConnection?: string | undefined;
	/** Participant who does not get it themselves. */
	readonly butNot?: string;
}

/** What instances tell each other of a room, as JSON. */
export type RoomMessage =
	/** Those who hear it send a frame on. */
	| ({ readonly t: "tell"; readonly frame: object } & Recipient)
	/** These are connected. `isNew`: since now. */
	| { readonly t: "see"; readonly presences: readonly Presence[]; readonly isNew?: true }
	/** This one is no longer. */
	| ({ readonly t: "lose"; readonly reason: Departure | "lost" } & ConnectionKey)
	/** Who is connected to the others? */
	| { readonly t: "ask" }
	/** What the server tells the room has changed. */
	| { readonly t: "look" };
