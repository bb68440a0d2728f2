import type { MeetingRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Caches } from "#kernel/caches";
import type { Versioned } from "#kernel/etag";
import { heapBytes } from "#kernel/heap-size";
import type { Principal } from "#kernel/principal";
import { assertOrganizationExists } from "#modules/organizations";
import { viewerOf } from "#modules/workspaces";
import { type AccessibleMeeting, findAccessible, type MeetingRights, meetingOrg, seesOpenMeetings } from "./access.ts";
import type { JoinCodes } from "./join-code.ts";
import type { Meeting } from "./schemas.ts";

/** Bytes of the representation of a meeting besides its texts. */
const VIEW_BYTES = 2_500;

/** A meeting as one caller sees it; its representation is made when it is first needed. */
class Seen {
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

/** Dependencies of {@link createMeetingReader}. */
export interface MeetingReaderDeps {
	readonly store: Store;
	readonly caches: Caches;
	readonly codes: JoinCodes;
}

/** Reads meetings for requests, from a cache where every change is heard of. */
export interface MeetingReader {
	/** Returns a meeting that the caller may see. @throws `not_found` `purged` */
	find(principal: Principal, meetingId: string): Promise<Seen>;
}

/** Creates the reader. What is cached depends on the meeting, its workspace and the person: whoever changes one says so. */
export function createMeetingReader({ store, caches, codes }: MeetingReaderDeps): MeetingReader {
	const cache = caches.openDependent<Seen>({
		name: "meetings",
		percent: 10,
		weigh: ({ meeting }) => VIEW_BYTES + heapBytes(meeting),
	});

	return {
		async find(principal, meetingId) {
			const orgId = await meetingOrg(store, principal, meetingId);
			await assertOrganizationExists(store.db, principal, orgId);
			const viewer = viewerOf(principal);
			const key = `${orgId} ${meetingId} ${viewer ?? ""} ${seesOpenMeetings(principal)}`;
			const known = cache.get(key)?.value;
			if (known !== undefined) return known;
			const { value } = await cache.load(
				key,
				async () => new Seen(await findAccessible(store.db, principal, orgId, meetingId), codes),
				({ meeting }) => [meetingId, meeting.workspaceId, viewer],
			);
			return value;
		},
	};
}
