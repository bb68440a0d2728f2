DROP INDEX `processing_jobs_runnable`;--> statement-breakpoint
CREATE INDEX `processing_jobs_runnable` ON `processing_jobs` (`org_id`,`type`,`created_at_ms`,`id`) WHERE "processing_jobs"."state" in ('queued', 'running');--> statement-breakpoint
DELETE FROM "jobs" WHERE "queue" = 'processing.turns';