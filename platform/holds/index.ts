export {
	EDITABLE_TEXTS,
	type Editing,
	type FormerTextObject,
	keepFormer,
} from "./former-texts.ts";
export {
	eraseFormerTextsOfMeeting,
	type FormerText,
	listFormerTexts,
	newestReplaced,
	nextMeetingWithFormer,
} from "./repository/former-texts.ts";
export { countActiveHolds, heldMeeting, heldPerson, shareHolds } from "./repository/holds.ts";
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
