export {
	type AccessibleMeeting,
	findMeeting,
	findMeetingRights,
	type GuardedMeeting,
	lockMeeting,
	type MeetingRights,
	meetingAccess,
	meetingOrg,
	shareMeeting,
} from "./access.ts";
export { updateArtifacts } from "./artifacts.ts";
export { createMeeting, type NewMeeting } from "./create.ts";
export { mayNotEnter, mayNotRun, meetingNotFound } from "./errors.ts";
export { Meeting, RecordedMeeting } from "./schemas.ts";
