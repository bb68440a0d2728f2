export {
	findMeeting,
	type GuardedMeeting,
	lockMeeting,
	type MeetingRights,
	meetingAccess,
	meetingOrg,
	type SharedMeeting,
	shareMeeting,
} from "./access.ts";
export { updateArtifacts } from "./artifacts.ts";
export { createMeeting, type NewMeeting } from "./create.ts";
export { meetingNotFound } from "./errors.ts";
export { Meeting, RecordedMeeting } from "./schemas.ts";
