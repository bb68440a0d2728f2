export { countActiveHolds, heldMeeting, heldPerson, shareHolds } from "./repository.ts";
export {
	assertMeetingNotHeld,
	assertOrganizationNotHeld,
	assertPersonNotHeld,
	hasActiveHolds,
	isHoldOnPerson,
	isMeetingHeld,
	keepingHolds,
	mayDeleteFrom,
} from "./service.ts";
