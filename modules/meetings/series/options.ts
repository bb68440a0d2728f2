import type { OrganizationRow, SeriesRow } from "#db/schema";
import { CONSENTS, defaultColumns } from "#modules/meetings/meetings";
import { isSwitchedOn } from "#modules/tenancy/features";
import { controlIn } from "#platform/compliance";

/** Columns that the meetings of a series get from it. */
export type SharedColumns = SeriesRow["options"] & Pick<SeriesRow, "title" | "description" | "access">;

/**
 * Returns the columns that meetings get from their series, as the settings of the organization allow now: they may have
 * become stricter since the series was changed.
 */
export function sharedColumns(organization: OrganizationRow, series: SeriesRow): SharedColumns {
	const { title, description, access, options } = series;
	const { recordingConsent: required } = defaultColumns(organization);
	const strictest = Math.min(CONSENTS.indexOf(required), CONSENTS.indexOf(options.recordingConsent));
	const needsLobby = access === "link" && controlIn(organization, "guests_in_lobby") !== null;
	return {
		...options,
		title,
		description,
		access,
		recordingMode: isSwitchedOn(organization, "meetingRecording") ? options.recordingMode : "off",
		recordingConsent: CONSENTS[strictest] ?? required,
		lobby: options.lobby || needsLobby,
	};
}
