export { classOf } from "./clocks.ts";
export { artifactsContribution } from "./contribution.ts";
export { DELETE_OBJECTS, deleteOrphansNow, hasOrphans } from "./deletion.ts";
export { type ArtifactOwner, type Artifacts, artifactsOf, type LedgerEntry, type RowsOnly } from "./ledger.ts";
export { contentLocked, contentPurged, type MeetingOfContent } from "./moments.ts";
export { type ArtifactPurge, type ArtifactPurges, createPurging, type PurgedContent, type Purging } from "./purging.ts";
export {
	adoptOrphans,
	assignOrphan,
	countAssigned,
	countExpired,
	type ExpiredContent,
	type ExpiryPlace,
	FIRST_PLACE,
	listExpired,
	listPurging,
	nextWithContent,
} from "./repository/expired.ts";
export { sealedObjectKeys } from "./repository/ledger.ts";
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
	NEVER_STORED,
	type RecordingsHorizon,
	type RetainedMeeting,
	type RetentionReader,
} from "./visibility.ts";
