-- works with 0002_caption_links
ALTER TABLE `recordings` ADD `participant_id` text;--> statement-breakpoint
ALTER TABLE `recordings` ADD `capture_id` text;--> statement-breakpoint
ALTER TABLE `recordings` ADD `started_at_ms` integer;--> statement-breakpoint
ALTER TABLE `uploads` ADD `length_deferred` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `participant_id` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `capture_id` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `started_at_ms` integer;--> statement-breakpoint
CREATE INDEX `uploads_of_participant` ON `uploads` (`org_id`,`participant_id`) WHERE "uploads"."participant_id" is not null;