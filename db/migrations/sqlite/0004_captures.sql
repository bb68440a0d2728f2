-- works with 0003_tracks_of_participants
ALTER TABLE `processing_jobs` ADD `participant_id` text;--> statement-breakpoint
ALTER TABLE `processing_jobs` ADD `capture_id` text;--> statement-breakpoint
ALTER TABLE `transcripts` ADD `capture_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `transcripts_capture_unique` ON `transcripts` (`org_id`,`meeting_id`,`capture_id`) WHERE "transcripts"."capture_id" is not null and "transcripts"."deleted_at_ms" is null and "transcripts"."state" <> 'failed';