ALTER TABLE `meetings` ADD `deleted_at_ms` integer;--> statement-breakpoint
CREATE INDEX `meetings_by_state` ON `meetings` (`org_id`,`state`,`starts_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `meetings_of_workspace_by_state` ON `meetings` (`org_id`,`workspace_id`,`state`,`starts_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `meetings_of_host` ON `meetings` (`org_id`,`host_id`,`starts_at_ms`,`id`);