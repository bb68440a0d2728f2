export {
	type AccessibleMeeting,
	assertHosts,
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
export { BACK_MS, CALENDAR_TYPE, type MeetingCalendars } from "./calendar.ts";
export { createMeeting, defaultColumns, type NewMeeting } from "./create.ts";
export { meetingsTag } from "./documentation.ts";
export {
	hostRequired,
	malformedParameter,
	mayNotEnter,
	mayNotRun,
	meetingNotFound,
	meetingOver,
	organizationRequired,
} from "./errors.ts";
export { exampleLiveAccess, exampleMeeting, ofLiveMeeting, ofScheduledMeeting } from "./examples.ts";
export { refusalOfGuest } from "./guests.ts";
export { assertNotHeld, heldSince, setHold } from "./hold.ts";
export { addressOfRoom, findMeetingByCode, isMember, type JoinCodes, NO_CODE } from "./join-code.ts";
export { type IceServer, LiveAccess } from "./live-access-schemas.ts";
export { meetingEnded, occurrenceDeleted, type RoomChange, roomChanged } from "./moments.ts";
export type { Moves } from "./moves.ts";
export { parseMeeting, withRecordingAllowed } from "./parse.ts";
export { listEnteredOfSeries, type PastMeeting } from "./past.ts";
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
export { saveMeeting } from "./save.ts";
export { CreateMeetingRequest, JoinCode, Meeting, MeetingRecording, RecordedMeeting } from "./schemas.ts";
export type { SeriesInCalendar } from "./series-calendar.ts";
export { ruleOf, rulesOf, unattendedRuleOf } from "./unattended.ts";
export { updateMeeting } from "./update.ts";
export { CONSENTS, RECORDING_STATES } from "./values.ts";
export { toRecording } from "./view.ts";
