import type { Allowed } from "./allowed.ts";

/** What the plans of statements on live captions may do although it grows. */
export const ALLOWED_OF_CAPTIONS: readonly Allowed[] = [
	{
		table: "live_tracks",
		kinds: ["all", "filter"],
		statement: /live_tracks.session_id = \?/,
		because:
			"the tracks of a session are stopped, counted and removed together, and those of services found by their label",
		bound: "1,000 tracks of a session",
	},
	{
		table: "segments",
		kinds: ["all", "sort"],
		statement: /^select language, count\(\*\) from segments/,
		because: "the languages of a live transcript are counted once, when its meeting has ended",
		bound: "the segments of one meeting",
	},
];
