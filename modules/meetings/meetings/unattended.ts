import type { MeetingRow, RoomRules, WhenUnattended } from "#db/schema";

/** What happens unless it is said otherwise. */
const CONTINUE: WhenUnattended = { action: "continue", graceSeconds: 5, endAfterMinutes: null };

/** The rules of a room unless they are said. */
export const EVERYONE: RoomRules = { chatAllowed: "everyone", camerasVisibleTo: "everyone" };

/** A rule as a request, or the settings of an organization, say it. */
export interface UnattendedRequest {
	readonly action: WhenUnattended["action"];
	readonly graceSeconds?: number;
	readonly endAfterMinutes?: number | null;
}

/** Converts a rule to its stored form. */
export const toRule = ({
	action,
	graceSeconds = CONTINUE.graceSeconds,
	endAfterMinutes = null,
}: UnattendedRequest): WhenUnattended => ({ action, graceSeconds, endAfterMinutes });

/** Returns what the settings of an organization say of its meetings: a class is held, if they say nothing. */
export const defaultUnattended = (defaults: {
	readonly whenUnattended: UnattendedRequest | null;
	readonly educationMode: boolean;
}): WhenUnattended =>
	defaults.whenUnattended === null
		? { ...CONTINUE, action: defaults.educationMode ? "hold" : "continue" }
		: toRule(defaults.whenUnattended);

/** Returns what is stored of a rule; that of a former release is none. */
export const ruleOf = ({ whenUnattended }: Pick<MeetingRow, "whenUnattended">): WhenUnattended =>
	whenUnattended ?? CONTINUE;

/** Returns what happens to a meeting without those who run it: nothing to one that is held elsewhere, whose room is empty. */
export const unattendedRuleOf = (meeting: Pick<MeetingRow, "whenUnattended" | "conferenceUrl">): WhenUnattended =>
	meeting.conferenceUrl === null ? ruleOf(meeting) : CONTINUE;

/** Returns the rules of the room of a meeting. */
export const rulesOf = ({ roomRules }: Pick<MeetingRow, "roomRules">): RoomRules => roomRules ?? EVERYONE;
