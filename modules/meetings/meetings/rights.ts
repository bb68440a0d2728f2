import type { MeetingRow, ParticipantState } from "#db/schema";
import type { Principal } from "#kernel/principal";
import { viewerOf } from "#modules/organizations/workspaces";
import { isRole, ROLE_SCOPES } from "#modules/tenancy/permissions";
import type { Relation } from "./repository.ts";

/**
 * How a caller comes to the meetings of an organization (docs/meeting-access.md).
 * - `administrator`: sees and runs all of them, within its scopes, see `viewerOf`: administrators, API keys, jobs
 * - `staff`: a person whose role writes meetings
 * - `member`: any other person of the organization, who runs the meetings they host
 * - `outsider`: a person with the role `guest`, who has the meetings they take part in
 * - `guest`: a participant without an account, who has one meeting
 */
export type WayIn = "administrator" | "staff" | "member" | "outsider" | "guest";

/** The ways in of people with an account, for whom lists are read. */
export type PersonalWay = Extract<WayIn, "staff" | "member" | "outsider">;

/** A person, and how they come to the meetings of their organization. */
export interface PersonalView {
	readonly viewer: string;
	readonly way: PersonalWay;
}

/** What a caller may do with a meeting, besides the scope of each operation. */
export interface MeetingRights {
	/** Whether it exists for them: they read what it is. */
	readonly canSee: boolean;
	/** Whether they enter it: read its chat, recordings and transcripts. */
	readonly canEnter: boolean;
	/** Whether they run it: start, end and change it, admit guests, delete recordings, correct transcripts. */
	readonly canRun: boolean;
}

/** The rights of those who may not know of a meeting. */
export const NOTHING: MeetingRights = { canSee: false, canEnter: false, canRun: false };
/** The rights of those who run a meeting. */
export const EVERYTHING: MeetingRights = { canSee: true, canEnter: true, canRun: true };

/** States in which a person has access to a meeting by taking part in it. */
const TAKES_PART: readonly (ParticipantState | null)[] = ["invited", "waiting", "admitted", "left"];
/** States in which a guest has access to their meeting. */
const GUEST_IS_IN: readonly (ParticipantState | null)[] = ["admitted", "left"];
/** States of participants whom the meeting keeps out. */
export const EXPELLED: readonly (ParticipantState | null)[] = ["refused", "removed"];

/** Whether a role writes meetings; a role of another issuer that is none of ours does what its scopes allow. */
const writesMeetings = (role: string | null): boolean =>
	role === null || !isRole(role) || ROLE_SCOPES[role].includes("meeting:write");

/** Returns how a person with this role comes to meetings. */
export function wayOfRole(role: string | null): PersonalWay {
	if (role === "guest") return "outsider";
	return writesMeetings(role) ? "staff" : "member";
}

/** Returns how a caller comes to the meetings of an organization they may enter. */
export function wayInOf(principal: Principal): WayIn {
	if (viewerOf(principal) === null) return "administrator";
	return principal.kind === "guest" ? "guest" : wayOfRole(principal.role);
}

/** Returns whose view of meetings a caller has, for lists; null: everything the organization has. */
export function personalView(principal: Principal): PersonalView | null {
	const viewer = viewerOf(principal);
	return viewer === null ? null : { viewer, way: wayOfRole(principal.role) };
}

/**
 * Whether a caller whose role writes no meetings may try an operation that writes one, which then asks {@link rightsOf}:
 * people run the meetings they host. Not by a token with fewer scopes than the role.
 */
export const runsOwnMeetings = (principal: Principal): boolean =>
	(principal.kind === "user" || principal.kind === "external") &&
	wayInOf(principal) === "member" &&
	principal.scopes.has("org:read");

/** What of a meeting decides about access to it. */
export type DecidingMeeting = Pick<MeetingRow, "hostId" | "access">;

/**
 * Returns the rights that follow from how a caller comes to a meeting and from what they are to it. The only place that
 * decides: `visible.ts` states the same for lists, and a test compares both with the table of docs/meeting-access.md.
 * @param id of the caller
 */
export function rightsOf(way: WayIn, id: string, meeting: DecidingMeeting, is: Relation): MeetingRights {
	const { participantState: state } = is;
	if (way === "administrator") return EVERYTHING;
	if (way === "guest") return entering(GUEST_IS_IN.includes(state));
	const takesPart = TAKES_PART.includes(state);
	if (way === "outsider") return entering(takesPart);
	const hosts = meeting.hostId === id || (takesPart && is.participantRole === "host");
	if (hosts || (way === "staff" && is.role === "manager")) return EVERYTHING;
	// A person who was refused or removed does not come back through the workspace.
	if (EXPELLED.includes(state)) return NOTHING;
	if (meeting.access === "invited") return entering(takesPart || is.role === "manager");
	const isIn = takesPart || is.role !== null;
	return { canSee: isIn || is.visibility === "org", canEnter: isIn, canRun: way === "staff" && is.role === "host" };
}

/** What is shown of the live captions of a meeting: all of them, those since the caller entered the room, or none. */
export type CaptionVisibility = "all" | "since_entry" | "none";

/** Ways in of people outside the organization's membership proper. */
export const OUTSIDE: readonly WayIn[] = ["outsider", "guest"];

/**
 * Returns what a caller with these rights follows of the captions of a running meeting.
 * @param isClosed whether what is recorded of it is closed to them, see `closesTo`
 * @param isAdmitted whether they are in the room
 */
export function followingOf(
	way: WayIn,
	rights: MeetingRights,
	isClosed: boolean,
	isAdmitted: boolean,
): CaptionVisibility {
	if (rights.canRun) return "all";
	if (!rights.canEnter) return "none";
	if (!isClosed && !OUTSIDE.includes(way)) return "all";
	if (!isAdmitted) return "none";
	return isClosed ? "since_entry" : "all";
}

const entering = (isIn: boolean): MeetingRights => ({ canSee: isIn, canEnter: isIn, canRun: false });
