ALTER TABLE "artifacts" ADD COLUMN "purge_started_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "purge_started_at_ms" bigint;--> statement-breakpoint
CREATE INDEX "artifacts_purging" ON "artifacts" USING btree ("org_id","id") WHERE "artifacts"."purge_started_at_ms" is not null and "artifacts"."deleted_at_ms" is null;--> statement-breakpoint
UPDATE artifacts SET class = CASE
	WHEN (SELECT meetings.kind FROM meetings WHERE meetings.org_id = artifacts.org_id AND meetings.id = artifacts.meeting_id) = 'exam' THEN 'examData'
	WHEN owner_type IN ('recording', 'waveform') THEN 'recordings'
	WHEN owner_type = 'chat' THEN 'chatLogs'
	ELSE 'transcripts'
END
WHERE deleted_at_ms IS NULL;--> statement-breakpoint
UPDATE artifacts SET clock_starts_at_ms = CASE
	WHEN class = 'chatLogs' THEN created_at_ms
	ELSE NULLIF(COALESCE((
		SELECT CASE
			WHEN meetings.state = 'live' THEN -1
			WHEN meetings.ended_at_ms IS NULL THEN artifacts.created_at_ms
			WHEN artifacts.class = 'recordings' AND artifacts.created_at_ms > meetings.ended_at_ms THEN artifacts.created_at_ms
			ELSE meetings.ended_at_ms
		END
		FROM meetings WHERE meetings.org_id = artifacts.org_id AND meetings.id = artifacts.meeting_id
	), created_at_ms), -1)
END
WHERE deleted_at_ms IS NULL;
