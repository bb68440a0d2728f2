/**
 * The ledger of artifacts: all content, captured or derived, bytes or rows, is entered in the transaction that creates
 * its owner; retention (decision 059), export and erasure follow it. A new kind of content is an owner in
 * `CLASS_OF_OWNER` (`db/schema/blobs.ts`) with a `purgeArtifact`. Expired content is in no response (decision 058):
 * content of a meeting is read through `enterMeeting`, whose `horizonMs` repositories take; a change calls
 * `horizonIn`, and `assertKept` before it stores new content.
 */
export { classOf } from "./clocks.ts";
export { artifactsContribution } from "./contribution.ts";
export { DELETE_OBJECTS, deleteOrphansNow, hasOrphans } from "./deletion.ts";
export { type ArtifactOwner, type Artifacts, artifactsOf, type LedgerEntry, type RowsOnly } from "./ledger.ts";
export { contentLocked, contentPurged, type MeetingOfContent } from "./moments.ts";
export { type ArtifactPurge, type ArtifactPurges, createPurge, type Purge, type PurgedContent } from "./purge.ts";
export {
	adoptOrphans,
	assignOrphan,
	countAssigned,
	countExpired,
	type ExpiredContent,
	type ExpiryPosition,
	FIRST_POSITION,
	listExpired,
	listPurging,
	nextWithContent,
} from "./repository/expired.ts";
export { isShown, listShown } from "./repository/shown.ts";
export {
	assertRetained,
	type Cutoffs,
	type Horizon,
	horizonOf,
	horizonOfRecordings,
	isAllShown,
	isContentShown,
	isNeverStored,
	isOwnerShown,
	listContentShown,
	NEVER_STORED,
	type RecordingsHorizon,
	type RetainedMeeting,
	type RetentionReader,
} from "./visibility.ts";
