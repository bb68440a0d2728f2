ALTER TABLE `jobs` ADD `scheduled_at_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_scheduled` ON `jobs` (`scheduled_at_ms`) WHERE "jobs"."state" = 'ready';