import type { ForwardedConnection, ForwardedRole, RoomRules } from "#modules/meetings/forwarding";

/** Longest message either way, in bytes: a description has 32 KiB at most. */
export const MAX_MESSAGE_BYTES = 128 * 1024;

/** What the server tells the worker. */
export type ToWorker =
	| { readonly do: "listen"; readonly port: number; readonly addresses: readonly string[] }
	| { readonly do: "room"; readonly roomId: string; readonly rules: RoomRules }
	/** `rules`: of the room, if it is new. */
	| ({ readonly do: "open"; readonly rules: RoomRules } & ForwardedConnection)
	| { readonly do: "answer"; readonly id: string; readonly sdp: string }
	| ({ readonly do: "note"; readonly id: string } & ForwardedRole)
	| { readonly do: "close"; readonly id: string }
	/** Asks for a sign of life. */
	| { readonly do: "ping" };

/** Figures of the worker since its start. */
export interface WorkerFigures {
	readonly packetsIn: number;
	readonly packetsOut: number;
	readonly packetsRefused: number;
	readonly packetsExcess: number;
	readonly packetsLate: number;
	readonly keyFrames: number;
	readonly connected: number;
	/** The longest that work has waited since the last time, in ms. */
	readonly lagMs: number;
}

/** What the worker tells the server. */
export type FromWorker =
	| { readonly is: "ready" }
	/** It cannot listen; it ends. */
	| { readonly is: "unable"; readonly reason: "no_library" | "port_in_use" }
	| { readonly is: "offered"; readonly id: string; readonly sdp: string }
	/** The participant on each line, in the order of the lines. */
	| { readonly is: "lines"; readonly id: string; readonly lines: readonly (string | null)[] }
	/** Whether the picture of a connection is to be sent. */
	| { readonly is: "wanted"; readonly id: string; readonly picture: boolean }
	/** The connection is gone. */
	| { readonly is: "ended"; readonly id: string }
	| { readonly is: "pong"; readonly figures: WorkerFigures };
