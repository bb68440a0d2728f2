import type { MeetingRow, SeriesRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Occurrence } from "#kernel/recurrence";
import { ruleOf, rulesOf } from "#modules/meetings/meetings";
import { durationOf } from "./schedule.ts";
import type { RecordedSeries, SeriesMeeting } from "./schemas.ts";

/** Converts a series to its form in events. */
export const toRecordedSeries = (row: SeriesRow): RecordedSeries => ({
	id: row.id,
	orgId: row.orgId,
	workspaceId: row.workspaceId,
	title: row.title,
	description: row.description,
	kind: row.options.kind,
	rule: row.rule,
	startsAt: row.startsAt,
	timezone: row.timezone,
	durationMinutes: row.durationMinutes,
	exDates: [...row.exDates],
	rDates: [...row.rDates],
	until: row.until,
	joinCode: row.joinCode,
	language: row.options.language,
	recordingPolicy: { mode: row.options.recordingMode, consent: row.options.recordingConsent },
	transcription: { ...row.options.transcription, translateTo: [...row.options.transcription.translateTo] },
	access: row.access,
	lobby: row.options.lobby,
	whenUnattended: { ...ruleOf(row.options) },
	...rulesOf(row.options),
	conference: { provider: row.options.conferenceUrl === null ? "parley" : "external", url: row.options.conferenceUrl },
	participants: row.participants.map(({ userId, role }) => ({ userId, role })),
	hostId: row.hostId,
	previousSeriesId: row.previousId,
	version: row.version,
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});

/** Converts an occurrence that has a meeting. */
export const toSeriesMeeting = (meeting: MeetingRow): SeriesMeeting => ({
	occurrence: meeting.occurrence ?? "",
	id: meeting.id,
	title: meeting.title,
	state: meeting.state,
	scheduledStart: meeting.scheduledStartAtMs === null ? null : rfc3339(meeting.scheduledStartAtMs),
	scheduledEnd: meeting.scheduledEndAtMs === null ? null : rfc3339(meeting.scheduledEndAtMs),
	changed: meeting.changed,
});

/** Converts an occurrence whose meeting was not created yet. */
export const toOpenOccurrence = (series: SeriesRow, { occurrence, startsAtMs }: Occurrence): SeriesMeeting => ({
	occurrence,
	id: null,
	title: series.title,
	state: "scheduled",
	scheduledStart: rfc3339(startsAtMs),
	scheduledEnd: rfc3339(startsAtMs + durationOf(series)),
	changed: false,
});
