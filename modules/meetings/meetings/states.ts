import type { ArtifactState, MeetingArtifacts, MeetingState } from "#db/schema";

/** A move of a meeting from some states to another. */
interface Move {
	readonly from: readonly MeetingState[];
	readonly to: MeetingState;
	/** States in which the move has happened already: asked for again, it changes nothing. */
	readonly done: readonly MeetingState[];
}

/** States of a meeting that is over. */
export const OVER: readonly MeetingState[] = ["ended", "processing", "ready", "failed"];

/** The moves that people make. Every other change of the state follows from what is made of a meeting: {@link stateOf}. */
export const MOVES = {
	started: { from: ["scheduled"], to: "live", done: ["live"] },
	ended: { from: ["live"], to: "ended", done: OVER },
	cancelled: { from: ["scheduled"], to: "cancelled", done: ["cancelled"] },
} as const satisfies Readonly<Record<string, Move>>;
/** Name of a move: what a meeting has become by it. */
export type MoveName = keyof typeof MOVES;

/** States of an artifact that is still being made. */
const UNFINISHED: readonly ArtifactState[] = ["waiting", "recording", "processing"];

/**
 * Returns the state of a meeting that follows from its artifacts. It is over then: `processing` while anything that was
 * asked for is unfinished, afterwards `ready`, or `failed` when any of it failed; `ended` when nothing was asked for.
 * Before a meeting is over, its artifacts do not change its state.
 */
export function stateOf(state: MeetingState, artifacts: MeetingArtifacts): MeetingState {
	if (!OVER.includes(state)) return state;
	const { translations = [], ...others } = artifacts;
	const states = [...Object.values(others), ...translations]
		.map((artifact) => artifact.state)
		.filter((each) => each !== "none");
	if (states.length === 0) return state === "processing" ? "ended" : state;
	if (states.some((each) => UNFINISHED.includes(each))) return "processing";
	return states.includes("failed") ? "failed" : "ready";
}
