import type { MeetingRow } from "#db/schema";
import type { Versioned } from "#kernel/etag";
import { heapBytes } from "#kernel/heap-size";
import type { Principal } from "#kernel/principal";
import { viewerOf } from "#modules/organizations/workspaces";
import { assertOrganizationExists } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { type AccessibleMeeting, findAccessible, meetingOrg } from "./access.ts";
import type { JoinCodes } from "./join-code.ts";
import { type MeetingRights, wayInOf } from "./rights.ts";
import type { Meeting } from "./schemas.ts";

/** Bytes of the representation of a meeting besides its texts. */
const VIEW_BYTES = 2_500;

/** A meeting as one caller sees it; its representation is made when it is first needed. */
export class SeenMeeting {
	readonly meeting: MeetingRow;
	readonly rights: MeetingRights;
	readonly #codes: JoinCodes;
	#view: Versioned<Meeting> | undefined;

	constructor({ meeting, rights }: AccessibleMeeting, codes: JoinCodes) {
		this.meeting = meeting;
		this.rights = rights;
		this.#codes = codes;
	}

	get view(): Versioned<Meeting> {
		this.#view ??= versionedMeeting(this.#codes, this.meeting, this.rights);
		return this.#view;
	}
}

/** Returns a meeting as somebody with these rights sees it, with the inputs of its entity tag. */
export function versionedMeeting(codes: JoinCodes, row: MeetingRow, { canRun }: MeetingRights): Versioned<Meeting> {
	const showsCode = canRun && row.access === "link";
	// Whoever may not see the code any more does not get their old copy confirmed.
	return { data: codes.toMeeting(row, showsCode), version: row.version, ...(showsCode && { variant: "code" }) };
}

export interface MeetingReaderDeps extends Pick<Core, "store" | "caches"> {
	readonly codes: JoinCodes;
}

/** Reads meetings for requests, from a cache where every change is heard of. */
export interface MeetingReader {
	/** Returns a meeting that the caller may see; nothing is awaited for one that is cached. @throws `not_found` `purged` */
	find(principal: Principal, meetingId: string): SeenMeeting | Promise<SeenMeeting>;
}

/** Creates the reader. What is cached depends on the meeting, its workspace and the person: a change of one invalidates it. */
export function createMeetingReader({ store, caches, codes }: MeetingReaderDeps): MeetingReader {
	const cache = caches.openDependent<SeenMeeting>({
		name: "meetings",
		percent: 10,
		weigh: ({ meeting }) => VIEW_BYTES + heapBytes(meeting),
	});
	/** Two people see a meeting differently, and one does by tokens of different organizations and roles. */
	const keyOf = (principal: Principal, orgId: string, meetingId: string) =>
		`${meetingId} ${orgId} ${viewerOf(principal) ?? ""} ${wayInOf(principal)}`;

	async function read(principal: Principal, meetingId: string): Promise<SeenMeeting> {
		const orgId = await meetingOrg(store, principal, meetingId);
		await assertOrganizationExists(store.db, principal, orgId);
		const { value } = await cache.load(
			keyOf(principal, orgId, meetingId),
			async () => new SeenMeeting(await findAccessible(store.db, principal, orgId, meetingId), codes),
			({ meeting }) => [meetingId, meeting.workspaceId, viewerOf(principal)],
		);
		return value;
	}

	return {
		find(principal, meetingId) {
			const { orgId, orgState, system } = principal;
			// Whoever belongs to an organization that they may enter now needs no look at it.
			if (system || orgId === null || orgState === null) return read(principal, meetingId);
			return cache.get(keyOf(principal, orgId, meetingId))?.value ?? read(principal, meetingId);
		},
	};
}
