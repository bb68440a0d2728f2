/**
 * Legal holds are conditions on meetings (decision 060). Code that deletes something calls `assertMeetingNotHeld` in
 * its change; statements on many meetings contain `heldMeeting`. Placing a hold locks the organization, and these
 * share that lock, so a hold covers everything whose deletion had not been decided when it was placed. Code that
 * replaces a text of a meeting calls `keepFormer`, which keeps the former one while the meeting is held (decision
 * 089).
 */
export {
	EDITABLE_TEXTS,
	type Edit,
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
