import type { MeetingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { Principal } from "#kernel/principal";
import type { PublicUrl } from "#kernel/public-url";
import { randomToken, sha256Hex, type Vault } from "#kernel/secrets";
import { type CodedMeeting, findByCodeHash, findBySeriesCode } from "./repository.ts";
import type { Meeting } from "./schemas.ts";
import { toRecordedMeeting } from "./view.ts";

const ORG_PREFIX = "org_";
/** Number of base32 characters of an id after its prefix. */
const SUFFIX_LENGTH = 26;
const CODE = /^[0-7][0-9a-hjkmnp-tv-z]{25}[\w-]{43}$/;

/** The columns of a join code. */
export type JoinCodeColumns = Pick<MeetingRow, "joinCodeHash" | "joinCodeSealed" | "joinCodeHolderId">;

/** The columns of a meeting without a join code. */
export const NO_CODE: JoinCodeColumns = { joinCodeHash: null, joinCodeSealed: null, joinCodeHolderId: null };

/**
 * Returns the meeting with this join code, whatever its state, or the one that is on or comes next of the series with this
 * code; undefined when there is none. The code names the organization, so the lookup stays within one tenant.
 */
export async function findMeetingByCode(db: ReadDb, code: string, nowMs: number): Promise<CodedMeeting | undefined> {
	if (!CODE.test(code)) return undefined;
	const [orgId, hash] = [ORG_PREFIX + code.slice(0, SUFFIX_LENGTH), sha256Hex(code)];
	const meeting = await findByCodeHash(db, orgId, hash);
	if (meeting) return { meeting, holderId: meeting.joinCodeHolderId };
	return findBySeriesCode(db, orgId, hash, nowMs);
}

/** Returns the associated data that binds a sealed join code to its meeting. */
export const aadOf = ({ orgId, id }: Pick<MeetingRow, "orgId" | "id">): string =>
	`meetings|join_code_sealed|${id}|${orgId}`;

/** Whether a caller is a member of an organization, who takes part in the meetings they make. */
export const isMember = ({ kind, system, orgId }: Principal, of: string): boolean =>
	kind === "user" && !system && orgId === of;

/** Returns the address of the room of a meeting, or of the meeting of a series that is on or comes next, without a code. */
export const addressOfRoom = (publicUrl: PublicUrl, id: string): string => `${publicUrl.href}/meet/${id}`;

export type JoinCodes = ReturnType<typeof createJoinCodes>;

/** Creates what makes join codes, and shows them to those who may see them. */
export function createJoinCodes({ vault, publicUrl }: { readonly vault: Vault; readonly publicUrl: PublicUrl }) {
	// The code is in the fragment, so it reaches no server, log or `Referer`.
	const roomOf = (id: string, code: string | null) =>
		`${addressOfRoom(publicUrl, id)}${code === null ? "" : `#${code}`}`;

	/** Returns the join code of a meeting; null without one. */
	const codeOf = (row: MeetingRow): string | null =>
		row.joinCodeSealed === null ? null : vault.open(row.joinCodeSealed, aadOf(row));

	return {
		/**
		 * Creates a code: the id of the organization without its prefix, then 256 random bits.
		 * @param maker if they are a member of the organization, the code ends with their membership
		 */
		create(meeting: Pick<MeetingRow, "orgId" | "id">, maker: Principal): JoinCodeColumns & { readonly code: string } {
			const code = meeting.orgId.slice(ORG_PREFIX.length) + randomToken(32);
			const joinCodeHolderId = isMember(maker, meeting.orgId) ? maker.id : null;
			return {
				code,
				joinCodeHash: sha256Hex(code),
				joinCodeSealed: vault.seal(code, aadOf(meeting)),
				joinCodeHolderId,
			};
		},

		/** Returns the columns of a meeting that shows the code of its series, by which the series is found. */
		copy: (meeting: Pick<MeetingRow, "orgId" | "id">, code: string): JoinCodeColumns => ({
			...NO_CODE,
			joinCodeSealed: vault.seal(code, aadOf(meeting)),
		}),

		codeOf,

		/** Returns the address of the room of a meeting. @param code null: without one */
		roomOf,

		/**
		 * Converts a meeting to its representation.
		 * @param showsCode whether its address includes the join code: to those who run it
		 */
		toMeeting(row: MeetingRow, showsCode: boolean): Meeting {
			const joinUrl = row.conferenceUrl ?? roomOf(row.id, showsCode && row.access === "link" ? codeOf(row) : null);
			return { ...toRecordedMeeting(row), joinUrl };
		},
	};
}
