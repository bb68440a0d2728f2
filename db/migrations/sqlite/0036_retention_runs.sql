ALTER TABLE `blobs` ADD `purge_run_id` text;--> statement-breakpoint
CREATE INDEX `blobs_purged` ON `blobs` (`org_id`,`purge_run_id`) WHERE "blobs"."purge_run_id" is not null;