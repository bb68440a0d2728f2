/** What holds for a room as a whole. */
export interface RoomRules {
	/** Nothing is passed on. */
	readonly isHeld: boolean;
	/** Pictures go only to and from people who run the meeting. */
	readonly camerasForHosts: boolean;
}

/** What decides what is shown to a participant, and of them. */
export interface ForwardedRole {
	/** Whether they run the meeting. */
	readonly canRun: boolean;
	/** Whether their picture is that of a screen. */
	readonly sharesScreen: boolean;
}

/** A connection of a participant to the media worker. */
export interface ForwardedConnection extends ForwardedRole {
	readonly id: string;
	/** The meeting. */
	readonly roomId: string;
	readonly participantId: string;
}

/** Who is heard or seen on a line of a connection. */
export interface ShownLine {
	/** Name of the line in the offer. */
	readonly mid: string;
	/** Null: no one. */
	readonly participantId: string | null;
}

/** What is told of the media worker. */
export interface ForwarderListener {
	/** It has started or ended; with its end, so have all connections. */
	changed(): void;
	offered(id: string, sdp: string): void;
	shown(id: string, lines: readonly ShownLine[]): void;
	/** Whether the picture of a participant is to be sent. */
	wanted(id: string, picture: boolean): void;
	/** A connection has ended by itself. */
	ended(id: string): void;
}

/** What is counted for the operators. */
export interface ForwarderFigures {
	/** Connections that are established. */
	connected: number;
	packetsIn: number;
	packetsOut: number;
	/** Not passed on: older than a quarter of a second, more than one person may send, or not taken by the network. */
	readonly dropped: { late: number; limit: number; refused: number };
	/** How late the worker was at most in the last second, in ms. */
	lagMs: number;
	/** Ends that were not wanted. */
	failures: number;
}

/**
 * A process that receives sound and picture of each person in a large room once, and passes on those that matter;
 * adapters/forwarding implements it. What it is told while there is none is lost.
 */
export interface MediaForwarder {
	readonly figures: Readonly<ForwarderFigures>;
	/** False: this platform has none. */
	readonly isPossible: boolean;
	readonly isAlive: boolean;
	/** Port of UDP at which it listens; null: it does not. */
	readonly port: number | null;
	/** Starts it, and again whenever it has ended, until {@link end}. */
	start(listener: ForwarderListener): void;
	/** Opens a room, or changes what holds for it. */
	setRoom(roomId: string, rules: RoomRules): void;
	/** Forgets a room, whose connections were closed. */
	closeRoom(roomId: string): void;
	/** Whether an address of browsers' candidates is one of the worker, and a room is open. */
	isReachedAt(roomId: string, address: string, port: number): boolean;
	/** Makes an offer to a participant of an open room. */
	open(connection: ForwardedConnection): void;
	answer(id: string, sdp: string): void;
	/** Notes what a participant is now. */
	note(id: string, role: ForwardedRole): void;
	close(id: string): void;
	end(): Promise<void>;
}
