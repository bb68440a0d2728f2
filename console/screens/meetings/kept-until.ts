import type { Answer } from "../../api/queries.ts";

type Policy = Answer<"/orgs/{orgId}/retention">;

/**
 * Returns until when retention leaves something of a meeting; undefined while it lasts, or the periods are not known.
 * A period starts with the end of the meeting; with the upload, for a recording that arrived later. What is of an exam
 * has a period of its own.
 */
export function keptUntil(
	meeting: Pick<Answer<"/meetings/{meetingId}">, "kind" | "state" | "endedAt">,
	policy: Policy | undefined,
	kind: "recordings" | "transcripts",
	createdAt: string,
): string | undefined {
	if (policy === undefined || meeting.state === "live") return;
	const { endedAt } = meeting;
	const isLater = kind === "recordings" && endedAt !== null && createdAt > endedAt;
	const until = new Date(isLater ? createdAt : (endedAt ?? createdAt));
	until.setUTCDate(until.getUTCDate() + Number.parseInt(policy[meeting.kind === "exam" ? "examData" : kind], 10));
	return until.toISOString();
}
