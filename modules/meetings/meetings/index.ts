export {
	type AccessibleMeeting,
	assertKept,
	assertRuns,
	type EnteredMeeting,
	enterMeeting,
	findMeeting,
	findMeetingRights,
	type GuardedMeeting,
	horizonIn,
	lockMeeting,
	meetingAccess,
	meetingOrg,
	shareMeeting,
} from "./access.ts";
export { updateArtifacts } from "./artifacts.ts";
export { CALENDAR_TYPE, type MeetingCalendars } from "./calendar.ts";
export { createMeeting, type NewMeeting } from "./create.ts";
export { meetingsTag } from "./documentation.ts";
export { hostRequired, mayNotEnter, mayNotRun, meetingNotFound, meetingOver, organizationRequired } from "./errors.ts";
export { exampleLiveAccess, ofLiveMeeting, ofScheduledMeeting } from "./examples.ts";
export { refusalOfGuest } from "./guests.ts";
export { assertNotHeld, heldSince, setHold } from "./hold.ts";
export { findMeetingByCode } from "./join-code.ts";
export { type IceServer, LiveAccess } from "./live-access-schemas.ts";
export { meetingEnded, type RoomChange, roomChanged } from "./moments.ts";
export type { LiveAccessFor } from "./ports.ts";
export { showPurged } from "./purge.ts";
export { isRecorded, setRecording } from "./recording.ts";
export { assertRecordsOpen, closesExams, closesRecords, followingIn } from "./records.ts";
export { listOwnMeetings } from "./repository/list.ts";
export { isEnteredBy, isEnteredByGuest } from "./repository/visible.ts";
export { findMeetingRow, lockMeetingRow, shareMeetingRow, tryShareMeetingRow } from "./repository.ts";
export {
	type CaptionVisibility,
	EXPELLED,
	type MeetingRights,
	type PersonalView,
	personalView,
	runsOwnMeetings,
	wayOfRole,
} from "./rights.ts";
export { MeetingRecording } from "./schemas.ts";
export { rulesOf, unattendedRuleOf } from "./unattended.ts";
export { RECORDING_STATES } from "./values.ts";
export { toRecording } from "./view.ts";
