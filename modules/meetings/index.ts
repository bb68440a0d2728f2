export {
	findMeeting,
	type GuardedMeeting,
	lockMeeting,
	type MeetingRights,
	meetingAccess,
	meetingOrg,
} from "./access.ts";
export { updateArtifacts } from "./artifacts.ts";
export { createMeeting, type NewMeeting } from "./create.ts";
export { meetingNotFound } from "./errors.ts";
export { Meeting, RecordedMeeting } from "./schemas.ts";
