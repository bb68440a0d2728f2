import type { ParticipantRole } from "#db/schema";
import type { Departure } from "./ports.ts";

/** What a person shows of themselves, by whichever of their connections they have said it last. */
export interface Shown {
	/** Null: they have not said. */
	readonly audio: boolean | null;
	readonly video: boolean | null;
	/** Whether their picture is that of a screen; absent: they have not said. */
	readonly screen?: boolean;
	readonly hand: boolean;
}

/** Who somebody is to others. */
export interface Identity {
	readonly participantId: string;
	readonly name: string;
	readonly role: ParticipantRole;
	/** Whether they run the meeting. */
	readonly canRun: boolean;
	/** RFC 3339; null: it is not known. */
	readonly joinedAt: string | null;
}

/** A connection of a person, as instances tell each other of it. */
export interface Presence extends Identity {
	readonly connectionId: string;
	readonly shown: Shown;
	/** When they said so, in ms since 1970; 0: never. */
	readonly shownAtMs: number;
	/** Whether it is gone, and its person may be back in a moment. */
	readonly isLost: boolean;
}

/** A person in the room, as others see them. */
export interface Person extends Identity, Shown {
	/** The connection by which they are reached: the newest. */
	readonly connectionId: string;
}

/** What others are to be told about a person; null: nothing. */
export type Notice = object | null;

interface Known {
	shown: Shown;
	shownAtMs: number;
	/** By id: ids grow with time. */
	readonly connections: Map<string, { readonly presence: Presence; readonly seenAtMs: number }>;
}

const NOTHING_SHOWN = { shown: { audio: null, video: null, hand: false }, shownAtMs: 0 } as const;

/**
 * The people in a room on all instances, as far as this one has heard. A person is there while one of their connections is,
 * and what they show is theirs: another connection changes none of it.
 */
export class Roster {
	readonly #people = new Map<string, Known>();

	/** Number of people. */
	get size(): number {
		return this.#people.size;
	}

	/** The people in the room but one. */
	others(participantId: string): Person[] {
		return [...this.#people].flatMap(([id, known]) => (id === participantId ? [] : [personOf(known)]));
	}

	/** Returns a person; undefined when they are not there. */
	find(participantId: string): Person | undefined {
		const known = this.#people.get(participantId);
		return known && personOf(known);
	}

	/** The ids of all connections, of those that are lost as well. */
	connectionIds(): string[] {
		return [...this.#people.values()].flatMap(({ connections }) => [...connections.keys()]);
	}

	/** Whether a person has a connection now, or has this one. */
	isReached(participantId: string, connectionId: string | undefined): boolean {
		const open = openOf(this.#people.get(participantId));
		return connectionId === undefined ? open.length > 0 : open.includes(connectionId);
	}

	/** Returns what a person shows, and when they said so. */
	shownOf(participantId: string): Pick<Presence, "shown" | "shownAtMs"> {
		const { shown, shownAtMs } = this.#people.get(participantId) ?? NOTHING_SHOWN;
		return { shown, shownAtMs };
	}

	/** Notes a connection. @param isNew whether it has just been opened @param nowMs by the steady clock */
	see(presence: Presence, isNew: boolean, nowMs: number): Notice {
		const { participantId, connectionId, shown, shownAtMs } = presence;
		const before = this.find(participantId);
		const known: Known = this.#people.get(participantId) ?? { shown, shownAtMs, connections: new Map() };
		this.#people.set(participantId, known);
		if (shownAtMs > known.shownAtMs) Object.assign(known, { shown, shownAtMs });
		known.connections.set(connectionId, { presence, seenAtMs: nowMs });
		const after = personOf(known);
		return before ? changeOf(before, after) : presenceFrame(after, isNew ? "joined" : "present");
	}

	/** Forgets a connection. Those that are lost do not keep somebody who has left. */
	lose({ participantId, connectionId }: ConnectionKey, reason: Departure | "lost"): Notice {
		const known = this.#people.get(participantId);
		if (!known?.connections.has(connectionId)) return null;
		const before = personOf(known);
		known.connections.delete(connectionId);
		const isThere = reason === "lost" ? known.connections.size > 0 : openOf(known).length > 0;
		if (isThere) return changeOf(before, personOf(known));
		this.#people.delete(participantId);
		return { ...presenceFrame(before, "left"), reason };
	}

	/** Returns the connections of which nothing was heard for so long. @param nowMs by the steady clock */
	unheardFor(ms: number, nowMs: number): ConnectionKey[] {
		return [...this.#people.values()].flatMap(({ connections }) =>
			[...connections.values()].filter(({ seenAtMs }) => nowMs - seenAtMs > ms).map(({ presence }) => presence),
		);
	}

	/** Takes all connections as heard of now. */
	renew(nowMs: number): void {
		for (const { connections } of this.#people.values())
			for (const [id, { presence }] of connections) connections.set(id, { presence, seenAtMs: nowMs });
	}
}

/** What identifies a connection. */
export type ConnectionKey = Pick<Presence, "participantId" | "connectionId">;

/** Returns the message about a person. */
export const presenceFrame = (person: Person, state: "joined" | "present" | "left"): object => ({
	type: "presence",
	state,
	...person,
});

const openOf = (known: Known | undefined): string[] =>
	[...(known?.connections.values() ?? [])].flatMap(({ presence: { connectionId, isLost } }) =>
		isLost ? [] : [connectionId],
	);

/** Returns a person as others see them: by their newest connection that is open. */
function personOf({ shown, connections }: Known): Person {
	const all = [...connections.values()].map(({ presence }) => presence);
	const [newest] = all.sort(
		(a, b) => Number(a.isLost) - Number(b.isLost) || (a.connectionId < b.connectionId ? 1 : -1),
	);
	if (!newest) throw new Error("a person without a connection is not in the room");
	const { participantId, connectionId, name, role, canRun, joinedAt } = newest;
	return { participantId, connectionId, name, role, canRun, joinedAt, ...shown };
}

/** Returns the message about how a person has changed. */
function changeOf(before: Person, after: Person): Notice {
	if (Bun.deepEquals({ ...before, hand: after.hand }, after))
		return before.hand === after.hand ? null : { type: "hand", participantId: after.participantId, raised: after.hand };
	return presenceFrame(after, "present");
}
