/** Queue that ends meetings that nobody ended. */
export const END_OVERDUE = "meetings.end_overdue";

/** Payload of a job on {@link END_OVERDUE}. */
export type EndOverduePayload = {
	readonly meetingId: string;
	/** Differs from that of the meeting when it is another one's turn. */
	readonly startedAtMs: number;
};

/** Queue that ends the live meetings of a suspended organization. */
export const END_SUSPENDED = "meetings.end_suspended";

/** Queue that drops the join codes of members who have left. */
export const DROP_CODES = "meetings.drop_codes";

/** Queue that removes deleted meetings with all there is of them. */
export const ERASE = "meetings.erase";
