import type { MeetingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import type { Message } from "#kernel/texts";
import { findOrganization } from "#modules/tenancy/organization-records";
import { settings } from "#modules/tenancy/settings";
import { controlIn } from "#platform/compliance";
import type { SectionRow } from "#platform/sections";
import type { AccessibleMeeting } from "./access.ts";
import { type CaptionVisibility, followingOf, OUTSIDE, wayInOf } from "./rights.ts";

/** What of an organization decides who reads what was recorded in it. */
type RecordPolicy = Pick<SectionRow, "orgType" | "settings" | "configuration">;

/** Whether a caller is one of the staff, who read what was recorded of the meetings they may enter. */
const isStaff = ({ system, scopes }: Principal): boolean => system || scopes.has("transcript:write");

const isOutside = (principal: Principal): boolean => OUTSIDE.includes(wayInOf(principal));

/** Whether recordings and transcripts are closed to a caller altogether: to guests, where the compliance mode says so. */
export const closesRecords = (organization: RecordPolicy, principal: Principal): boolean =>
	isOutside(principal) && controlIn(organization, "guest_records") !== null;

/** Whether what was recorded of exams is closed to a caller: in a school, to all but its staff. */
export const closesExams = (organization: RecordPolicy, principal: Principal): boolean =>
	!isStaff(principal) && settings.effective(organization).educationMode;

/** Whether the rules of organizations can close what was recorded of a meeting to somebody who does not run it. */
export const mayBeClosed = (principal: Principal, { kind }: Pick<MeetingRow, "kind">): boolean =>
	isOutside(principal) || (kind === "exam" && !isStaff(principal));

/** Returns why what was recorded of a meeting is closed to a caller who does not run it; null: it is not. */
function closesTo(
	organization: RecordPolicy,
	principal: Principal,
	{ kind }: Pick<MeetingRow, "kind">,
): AppError | null {
	if (closesRecords(organization, principal))
		return recordsClosed("guest", "The organization does not show recordings and transcripts to guests.");
	if (kind === "exam" && closesExams(organization, principal))
		return recordsClosed("exam", "Records of an exam are available only to its hosts and to staff.");
	return null;
}

/**
 * Asserts that what was recorded of a meeting is not closed to a caller who does not run it.
 * @throws `forbidden`
 */
export function assertRecordsOpen(
	organization: RecordPolicy,
	principal: Principal,
	meeting: Pick<MeetingRow, "kind">,
): void {
	const closed = closesTo(organization, principal, meeting);
	if (closed) throw closed;
}

/** Returns what a caller follows of the captions of a running meeting. @param isAdmitted whether they are in the room */
export async function followingIn(
	db: ReadDb,
	principal: Principal,
	{ meeting, rights }: AccessibleMeeting,
	isAdmitted: boolean,
): Promise<CaptionVisibility> {
	const isClosed =
		!rights.canRun &&
		mayBeClosed(principal, meeting) &&
		closesTo(await findOrganization(db, meeting.orgId), principal, meeting) !== null;
	return followingOf(wayInOf(principal), rights, isClosed, isAdmitted);
}

const recordsClosed = (reason: string, detail: Message) =>
	new AppError("forbidden", detail, { meta: { reason: "records_closed", because: reason } });
