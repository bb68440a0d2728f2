CREATE INDEX `meetings_by_id` ON `meetings` (`id`,`org_id`);--> statement-breakpoint
CREATE INDEX `processing_jobs_by_id` ON `processing_jobs` (`id`,`org_id`);--> statement-breakpoint
CREATE INDEX `recordings_by_id` ON `recordings` (`id`,`org_id`);--> statement-breakpoint
CREATE INDEX `transcripts_by_id` ON `transcripts` (`id`,`org_id`);--> statement-breakpoint
CREATE INDEX `uploads_by_id` ON `uploads` (`id`,`org_id`);--> statement-breakpoint
CREATE INDEX `workspaces_by_id` ON `workspaces` (`id`,`org_id`);