import type { Allowed } from "./allowed.ts";

const OF_ONE_MEETING = "the uploads and recordings of one meeting: usually one, a few where tracks are apart";

/** What the plans of statements on uploads and recordings may do although it grows. */
export const ALLOWED_OF_RECORDINGS: readonly Allowed[] = [
	{
		table: "blobs",
		kinds: ["filter"],
		statement: /from blobs where \(blobs.state = 'stored' and \(blobs.org_id, blobs.id\) >/,
		engine: "sqlite",
		because:
			"whether the blob store has one of the first objects is asked once, before it is marked, and by commands that look at all of them",
		bound: "blobs that a purge is about to remove are passed by; all others are read",
	},
	{
		table: "uploads",
		kinds: ["scan", "all", "filter"],
		statement: /from uploads where \(?uploads.state = 'open'/,
		because: "room is what all announced bytes together leave, of whichever organization",
		bound: "open uploads: a hundred for each organization, those of 24 hours, whose bytes fit the disk",
	},
	{
		table: "uploads",
		kinds: ["all"],
		statement: /^select .* from uploads where \(uploads.org_id = \? and uploads.state = 'finishing'\)/,
		because: "what waits for consent counts among the unfinished uploads of an organization, and against its plan",
		bound: "a hundred files of an organization, and tracks in the moment of their end",
	},
	{
		table: "uploads",
		kinds: ["filter"],
		statement: /^select id from uploads where .*uploads.meeting_id = \? and uploads.state in/,
		because: "whether a meeting has another upload",
		bound: OF_ONE_MEETING,
	},
	{
		table: "uploads",
		kinds: ["filter"],
		statement: /^select id from uploads where .*uploads.meeting_id = \? and uploads.state = 'finishing'/,
		because: "a decision of a participant is what files of their meeting may wait for",
		bound: OF_ONE_MEETING,
	},
	{
		table: "recordings",
		kinds: ["all"],
		statement: /^select .*sum\(.* from recordings where .*recordings.meeting_id = \?/,
		because: "a meeting shows all of its recordings together",
		bound: OF_ONE_MEETING,
	},
	{
		table: "recordings",
		kinds: ["all", "filter"],
		statement:
			/from recordings where .*recordings.meeting_id = \? and recordings.(capture_id = \?|participant_id = \?|mix_of is (not )?null)/,
		because: "the tracks of a capture and its mix are looked at together; the newest recording of a meeting is no mix",
		bound: OF_ONE_MEETING,
	},
	{
		table: "uploads",
		kinds: ["filter"],
		statement: /^select count\(\*\) from uploads where \(uploads.org_id = \? and uploads.participant_id = \?/,
		because: "a participant has a limited number of unfinished tracks",
		bound: "the tracks of one participant of one meeting, within the limits of requests",
	},
];
