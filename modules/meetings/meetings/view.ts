import type { MeetingArtifacts, MeetingRow, RoomRecording } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { MeetingRecording, RecordedMeeting } from "./schemas.ts";
import { ruleOf, rulesOf } from "./unattended.ts";

const toInstant = (ms: number | null): string | null => (ms === null ? null : rfc3339(ms));

const toArtifacts = ({
	recording,
	transcript,
	translations = [],
	summary,
}: MeetingArtifacts): RecordedMeeting["artifacts"] => ({
	recording: {
		state: recording?.state ?? "none",
		sizeBytes: recording?.sizeBytes ?? 0,
		durationMs: recording?.durationMs ?? null,
		expiresAt: null,
	},
	transcript: {
		state: transcript?.state ?? "none",
		transcriptId: transcript?.transcriptId ?? null,
		languages: [...(transcript?.languages ?? [])],
		segmentCount: transcript?.segmentCount ?? 0,
	},
	translations: translations.map(({ language, state, translationId }) => ({ language, state, translationId })),
	summary: { state: summary?.state ?? "none", level: summary?.level ?? null },
});

/** Converts what a meeting says of its recording. */
export const toRecording = ({ state, byId, reason, sinceMs }: RoomRecording): MeetingRecording => ({
	state,
	by: byId,
	reason,
	since: rfc3339(sinceMs),
});

/** Converts a meeting to its form in events. */
export const toRecordedMeeting = (row: MeetingRow): RecordedMeeting => ({
	id: row.id,
	orgId: row.orgId,
	workspaceId: row.workspaceId,
	title: row.title,
	description: row.description,
	kind: row.kind,
	state: row.state,
	stateReason: row.stateReason,
	source: row.source,
	scheduledStart: toInstant(row.scheduledStartAtMs),
	scheduledEnd: toInstant(row.scheduledEndAtMs),
	startedAt: toInstant(row.startedAtMs),
	endedAt: toInstant(row.endedAtMs),
	durationMs: row.durationMs,
	hostId: row.hostId,
	language: row.language,
	recordingPolicy: { mode: row.recordingMode, consent: row.recordingConsent },
	transcription: { ...row.transcription, translateTo: [...row.transcription.translateTo] },
	recording: row.recording && toRecording(row.recording),
	whenUnattended: { ...ruleOf(row) },
	held: row.state === "live" && row.hold?.untilMs === null ? { since: rfc3339(row.hold.sinceMs) } : null,
	...rulesOf(row),
	artifacts: toArtifacts(row.artifacts),
	access: row.access,
	lobby: row.lobby,
	conference: { provider: row.conferenceUrl === null ? "parley" : "external", url: row.conferenceUrl },
	externalId: row.externalId,
	seriesId: row.seriesId,
	occurrence: row.occurrence,
	changed: row.changed,
	version: row.version,
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});
