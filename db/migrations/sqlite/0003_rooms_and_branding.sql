-- works with 0002_caption_links
CREATE TABLE `branding` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`display_name` text,
	`color` text,
	`sender_name` text,
	`reply_to` text,
	`logo_blob_id` text,
	`logo_token` text,
	`logo_width` integer,
	`logo_height` integer,
	`logo_size_bytes` integer,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`logo_blob_id`) REFERENCES `blobs`(`org_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `branding_of_blob` ON `branding` (`org_id`,`logo_blob_id`) WHERE "branding"."logo_blob_id" is not null;--> statement-breakpoint
ALTER TABLE `meetings` ADD `recording` text;--> statement-breakpoint
ALTER TABLE `processing_jobs` ADD `participant_id` text;--> statement-breakpoint
ALTER TABLE `processing_jobs` ADD `capture_id` text;--> statement-breakpoint
ALTER TABLE `recordings` ADD `participant_id` text;--> statement-breakpoint
ALTER TABLE `recordings` ADD `capture_id` text;--> statement-breakpoint
ALTER TABLE `recordings` ADD `started_at_ms` integer;--> statement-breakpoint
ALTER TABLE `transcripts` ADD `capture_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `transcripts_capture_unique` ON `transcripts` (`org_id`,`meeting_id`,`capture_id`) WHERE "transcripts"."capture_id" is not null and "transcripts"."deleted_at_ms" is null and "transcripts"."state" <> 'failed';--> statement-breakpoint
ALTER TABLE `uploads` ADD `length_deferred` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `participant_id` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `capture_id` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `started_at_ms` integer;--> statement-breakpoint
CREATE INDEX `uploads_of_participant` ON `uploads` (`org_id`,`participant_id`) WHERE "uploads"."participant_id" is not null;