import type { MeetingRow } from "#db/schema";
import { EXPELLED, findMeetingRow } from "#modules/meetings/meetings";
import { findOrganizationRow } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { codeRefused } from "./errors.ts";
import { openCode } from "./opened.ts";
import { readParticipantsOf } from "./repository.ts";
import type { MeetingPreview, PreviewMeetingRequest } from "./schemas.ts";

export type PreviewByCode = ReturnType<typeof createPreviewByCode>;

/** Creates the function that tells people at the door what their code opens. */
export function createPreviewByCode({ store, clock }: Pick<Core, "store" | "clock">) {
	/** Returns the names of the host, whether or not they have joined, and of those who were named beside them. */
	async function hostsOf({ orgId, id, hostId }: MeetingRow): Promise<string[]> {
		const people = readParticipantsOf(store.db, orgId);
		const [own, hosts] = await Promise.all([
			hostId === null ? undefined : people.findMember(hostId),
			people.listHosts(id),
		]);
		const others = hosts.filter(({ userId }) => !own || userId !== hostId);
		return [...(own ? [own] : []), ...others].map(({ name }) => name).filter((name) => name !== "");
	}

	/**
	 * Says what a code opens, to anyone who has it: of the people nothing but the names of the hosts. A wrong one is no guess
	 * that counts, since codes have 256 random bits: a class that opens an outdated link may still sign in.
	 * @throws `not_found` the same for every problem
	 */
	return async ({ code }: PreviewMeetingRequest): Promise<MeetingPreview> => {
		const { orgId, meetingId, invited, holderId } = await openCode(store.db, code, clock.nowMs());
		const people = readParticipantsOf(store.db, orgId);
		const [organization, meeting, holder] = await Promise.all([
			findOrganizationRow(store.db, orgId),
			findMeetingRow(store.db, { orgId, id: meetingId }),
			holderId === null ? null : people.findMember(holderId),
		]);
		// As in the change by which a person joins; but what is over is named.
		const opens = invited ? !EXPELLED.includes(invited.state) : meeting?.access === "link" && holder !== undefined;
		if (organization?.state !== "active" || !meeting || !opens) throw codeRefused();
		const { title, state } = meeting;
		const isOver = state !== "scheduled" && state !== "live";
		return { title, hosts: await hostsOf(meeting), state: isOver ? "over" : state };
	};
}
