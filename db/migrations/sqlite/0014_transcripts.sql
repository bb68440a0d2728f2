ALTER TABLE `speakers` ADD `merged_into` text;--> statement-breakpoint
ALTER TABLE `transcripts` ADD `failure` text;--> statement-breakpoint
ALTER TABLE `transcripts` ADD `deleted_at_ms` integer;--> statement-breakpoint
CREATE INDEX `segments_of_speaker` ON `segments` (`org_id`,`transcript_id`,`speaker_id`,`start_ms`,`seq`) WHERE "segments"."speaker_id" is not null;