import type { MeetingRow, SeriesRow } from "#db/schema";
import type { Principal } from "#kernel/principal";
import { randomToken, sha256Hex, type Vault } from "#kernel/secrets";
import { isMember, type JoinCodes, NO_CODE } from "#modules/meetings/meetings";

/** The columns of the join code of a series. */
type CodeColumns = Pick<SeriesRow, "joinCodeHash" | "joinCodeSealed" | "joinCodeHolderId">;

/** Returns the associated data that binds a sealed join code to its series. */
export const aadOf = ({ orgId, id }: Pick<SeriesRow, "orgId" | "id">): string =>
	`series|join_code_sealed|${id}|${orgId}`;

/** Whether a series has one join code for all its meetings. */
export const sharesCode = ({ access, joinCode }: Pick<SeriesRow, "access" | "joinCode">): boolean =>
	access === "link" && joinCode === "shared";

export type SeriesCodes = ReturnType<typeof createSeriesCodes>;

/** Creates what makes the join codes of series, and of their meetings. */
export function createSeriesCodes({ vault, codes }: { readonly vault: Vault; readonly codes: JoinCodes }) {
	/** Returns the join code of a series; null without one. */
	const codeOf = (row: SeriesRow): string | null =>
		row.joinCodeSealed === null ? null : vault.open(row.joinCodeSealed, aadOf(row));

	return {
		codeOf,

		/**
		 * Returns the address of the room of all meetings of a series: whoever follows it gets to the one that is on, or comes next.
		 * Null: each has an address of its own.
		 * @param showsCode whether it includes the join code: to those who run them
		 */
		joinUrlOf(row: SeriesRow, showsCode: boolean): string | null {
			if (row.options.conferenceUrl !== null) return row.options.conferenceUrl;
			if (row.access === "link" && row.joinCode === "each") return null;
			return codes.roomOf(row.id, showsCode && sharesCode(row) ? codeOf(row) : null);
		},

		/** Creates the code of a series, as `JoinCodes.create` does that of a meeting. */
		create(row: Pick<SeriesRow, "orgId" | "id">, maker: Principal): CodeColumns & { readonly code: string } {
			const code = row.orgId.slice("org_".length) + randomToken(32);
			return {
				code,
				joinCodeHash: sha256Hex(code),
				joinCodeSealed: vault.seal(code, aadOf(row)),
				joinCodeHolderId: isMember(maker, row.orgId) ? maker.id : null,
			};
		},

		/**
		 * Returns the columns of the join code of a meeting, as far as they are to change.
		 * @param before the meeting as it is; null: a new one
		 * @param maker of a code of its own
		 */
		ofMeeting(
			series: SeriesRow,
			meeting: Pick<MeetingRow, "orgId" | "id">,
			before: MeetingRow | null,
			maker: Principal,
		): Partial<Pick<MeetingRow, "joinCodeHash" | "joinCodeSealed" | "joinCodeHolderId">> {
			const [had, isOwn] = [before ? codes.codeOf(before) : null, before?.joinCodeHash != null];
			if (series.access !== "link") return had === null ? {} : NO_CODE;
			if (sharesCode(series)) {
				const code = codeOf(series);
				if (code === had && !isOwn) return {};
				return code === null ? NO_CODE : codes.copy(meeting, code);
			}
			// One that a host has dropped stays away.
			if (before?.access === "link" && (isOwn || had === null)) return {};
			const { code: _code, ...columns } = codes.create(meeting, maker);
			return columns;
		},
	};
}
