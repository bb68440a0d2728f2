import type { ArtifactClass, NotificationKind } from "#db/schema";
import type { ReadDb } from "#db/store";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import { enterMeeting } from "#modules/meetings/meetings";
import type { Core } from "#platform/module";
import type { Notice } from "./ports.ts";

/** Class of the content that a kind of notification tells of, which may be closed to somebody who enters the meeting. */
const CLASS_OF_KIND: Readonly<Record<NotificationKind, ArtifactClass>> = {
	"transcript.ready": "transcripts",
	"translation.ready": "transcripts",
	"summary.ready": "transcripts",
	"action_item.assigned": "transcripts",
	"meeting.mentioned": "chatLogs",
	"meeting.invited": "chatLogs",
};

export interface IsOpenToDeps extends Pick<Core, "retention"> {
	/** Returns a person with the rights they hold in an organization now; null: none. */
	readonly standingOf: (db: ReadDb, orgId: string, userId: string) => Promise<Principal | null>;
}

/** Whether what a notice is about is open to a person now. */
export type IsOpenTo = (
	db: ReadDb,
	about: Pick<Notice, "orgId" | "meetingId" | "kind">,
	userId: string,
) => Promise<boolean>;

/** Creates what decides whether somebody hears of something: by the rule by which they would read it. */
export const createIsOpenTo =
	({ retention, standingOf }: IsOpenToDeps): IsOpenTo =>
	async (db, { orgId, meetingId, kind }, userId) => {
		const principal = await standingOf(db, orgId, userId);
		if (principal === null) return false;
		try {
			await enterMeeting({ db, retention }, principal, orgId, meetingId, CLASS_OF_KIND[kind]);
			return true;
		} catch (error) {
			if (error instanceof AppError) return false;
			throw error;
		}
	};

/** Returns those of some people to whom what a notice is about is open now. */
export async function thoseOpenTo<P extends { readonly userId: string }>(
	isOpenTo: IsOpenTo,
	db: ReadDb,
	notice: Notice,
	people: readonly P[],
): Promise<readonly P[]> {
	const isOpen = await Promise.all(people.map(({ userId }) => isOpenTo(db, notice, userId)));
	return people.filter((_, at) => isOpen[at]);
}
