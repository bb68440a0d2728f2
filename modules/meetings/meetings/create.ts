import type { MeetingRow, OrganizationRow } from "#db/schema";
import { assertWritableOrganization } from "#modules/tenancy/organization-records";
import { settings } from "#modules/tenancy/settings";
import type { Change } from "#platform/unit-of-work";
import { externalIdTaken } from "./errors.ts";
import { DEFAULT_TRANSCRIPTION, defaultKind, defaultRecordingMode } from "./parse.ts";
import { meetingList } from "./repository/list.ts";
import { meetingsOf } from "./repository.ts";
import { recordState } from "./save.ts";
import { defaultUnattended } from "./unattended.ts";

/** A meeting to be created. What is left out has its default. */
export interface NewMeeting
	extends Pick<MeetingRow, "orgId" | "id" | "workspaceId" | "title" | "source" | "hostId">,
		Partial<
			Pick<
				MeetingRow,
				| "description"
				| "kind"
				| "scheduledStartAtMs"
				| "scheduledEndAtMs"
				| "startedAtMs"
				| "endedAtMs"
				| "durationMs"
				| "language"
				| "recordingMode"
				| "recordingConsent"
				| "transcription"
				| "access"
				| "lobby"
				| "whenUnattended"
				| "roomRules"
				| "conferenceUrl"
				| "joinCodeHash"
				| "joinCodeSealed"
				| "joinCodeHolderId"
				| "externalId"
				| "artifacts"
				| "seriesId"
				| "occurrence"
				| "occurrenceAtMs"
			>
		> {
	/** `ended` for one made for an upload or an import. */
	readonly state: "scheduled" | "live" | "ended";
}

/** Returns what a meeting is without saying so, by the settings of its organization. */
export function defaultColumns(organization: OrganizationRow) {
	const defaults = settings.effective(organization);
	return {
		description: null,
		kind: defaultKind(defaults),
		language: defaults.defaultLanguage,
		recordingMode: defaultRecordingMode(organization),
		recordingConsent: defaults.recordingConsent,
		transcription: DEFAULT_TRANSCRIPTION,
		access: "workspace",
		lobby: false,
		whenUnattended: defaultUnattended(defaults),
		roomRules: null,
		conferenceUrl: null,
	} satisfies Partial<MeetingRow>;
}

/**
 * Stores a new meeting and records its state. The caller has checked that they may, see `shareOpenWorkspace` of
 * modules/organizations/workspaces. Language and consent are those of the organization's settings unless they are given.
 * @throws `not_found` `purged` `state_conflict`, `conflict` for an `externalId` that is taken
 */
export async function createMeeting(change: Change, meeting: NewMeeting): Promise<MeetingRow> {
	const { tx, nowMs, principal } = change;
	const organization = await assertWritableOrganization(tx, meeting.orgId);
	const row: MeetingRow = {
		...defaultColumns(organization),
		stateReason: null,
		scheduledStartAtMs: null,
		scheduledEndAtMs: null,
		startedAtMs: meeting.state === "live" ? nowMs : null,
		endedAtMs: null,
		durationMs: null,
		joinCodeHash: null,
		joinCodeSealed: null,
		joinCodeHolderId: null,
		externalId: null,
		artifacts: {},
		recording: null,
		seriesId: null,
		occurrence: null,
		occurrenceAtMs: null,
		changed: false,
		hold: null,
		...meeting,
		startsAtMs: meeting.startedAtMs ?? meeting.scheduledStartAtMs ?? nowMs,
		createdBy: principal.id,
		purgeStartedAtMs: null,
		deletedAtMs: null,
		version: 1,
		createdAtMs: nowMs,
		updatedAtMs: nowMs,
	};
	if (!(await meetingsOf(tx, row.orgId).tryInsert(row))) throw externalIdTaken();
	change.atEnd((db) => meetingList.add(db, row));
	recordState(change, row);
	return row;
}
