import type { CaptionLinkRow, MeetingRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { ANONYMOUS, type Principal } from "#kernel/principal";
import { assertRecordsOpen, findMeetingRights, meetingOver } from "#modules/meetings/meetings";
import { findOwnParticipant } from "#modules/meetings/participants";
import { closedIn, findOrganization } from "#modules/tenancy/organization-records";
import type { AddressMakers } from "#modules/transcripts/captions";
import type { Core } from "#platform/module";
import type { Witnessed } from "#platform/watched-callers";
import { linkRefused } from "./errors.ts";
import { findLink } from "./repository.ts";

/** Which link a reader has; what it opens is read from the database each time. */
export type LinkKey = Pick<CaptionLinkRow, "orgId" | "meetingId" | "id">;

/** A reader by a link, and the meeting whose captions they read now. */
export interface Reader {
	/** The link, as a caller that may write nothing. */
	readonly principal: Principal;
	readonly meeting: MeetingRow;
}

export interface ReadersDeps extends Pick<Core, "store" | "clock"> {
	readonly makers: AddressMakers;
	/** Returns when what a caller holds ends by itself, Unix ms. */
	readonly endOf: (principal: Principal) => number;
}

export type Readers = ReturnType<typeof createReaders>;

/** Returns the caller that the readers of a link are. */
export const readerBy = ({ id, orgId }: Pick<LinkKey, "id" | "orgId">): Principal => ({
	...ANONYMOUS,
	kind: "guest",
	id,
	orgId,
	role: "guest",
});

/** Whether a caller is the readers of a link. */
export const isReader = (callerId: string): boolean => callerId.startsWith("cpl_");

/** Creates the readers of captions by a link: they have what its maker may share now, and nothing else. */
export function createReaders({ store, clock, makers, endOf }: ReadersDeps) {
	return {
		/** Returns what identifies the readers of a link, in the words of `Identities.identify`; to be sealed. */
		identify: ({ orgId, meetingId, id }: LinkKey): string => JSON.stringify({ kind: "link", orgId, meetingId, id }),

		/** Returns the link of such a text; null when it identifies somebody else. */
		linkIn(identity: string): LinkKey | null {
			const named = JSON.parse(identity);
			return named.kind === "link" ? named : null;
		},

		/**
		 * Reads what the readers of a link may do now.
		 * @throws `not_found` once the link has expired, was replaced or withdrawn, or its maker may no longer run the meeting;
		 * `forbidden` when the meeting is over or its records are closed to guests, `organization_suspended`
		 */
		async witness({ orgId, meetingId, id }: LinkKey): Promise<Witnessed<Reader>> {
			const { db } = store;
			const row = await findLink(db, orgId, meetingId);
			if (row?.id !== id || row.expiresAtMs <= clock.nowMs()) throw linkRefused();
			const organization = await findOrganization(db, orgId).catch(refuse);
			const closed = closedIn(organization.state);
			if (closed) throw closed;
			const maker = await makers.makerOf(db, row, await makers.strangerOf(row));
			if (maker === null) throw linkRefused();
			// They may not even see it any more.
			const { meeting, rights } = await findMeetingRights(db, maker, orgId, meetingId).catch(refuse);
			if (!rights.canRun) throw linkRefused();
			if (meeting.state !== "scheduled" && meeting.state !== "live") throw meetingOver();
			const principal = readerBy(row);
			assertRecordsOpen(organization, principal, meeting);
			const own = await findOwnParticipant(db, maker, orgId, meetingId);
			return {
				standing: { principal, meeting },
				dependsOn: [
					[orgId, maker.id, id],
					[meetingId, meeting.workspaceId, own?.id ?? null],
				],
				endsAtMs: Math.min(row.expiresAtMs, endOf(maker)),
			};
		},
	};
}

/** @throws `not_found` for whatever the maker of a link is refused for */
function refuse(error: unknown): never {
	throw error instanceof AppError ? linkRefused() : error;
}
