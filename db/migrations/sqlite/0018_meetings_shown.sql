DROP INDEX `meetings_by_start`;--> statement-breakpoint
DROP INDEX `meetings_of_workspace`;--> statement-breakpoint
DROP INDEX `meetings_by_state`;--> statement-breakpoint
DROP INDEX `meetings_of_workspace_by_state`;--> statement-breakpoint
DROP INDEX `meetings_of_host`;--> statement-breakpoint
CREATE INDEX `meetings_by_start` ON `meetings` (`org_id`,`starts_at_ms`,`id`) WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `meetings_of_workspace` ON `meetings` (`org_id`,`workspace_id`,`starts_at_ms`,`id`) WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `meetings_by_state` ON `meetings` (`org_id`,`state`,`starts_at_ms`,`id`) WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `meetings_of_workspace_by_state` ON `meetings` (`org_id`,`workspace_id`,`state`,`starts_at_ms`,`id`) WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `meetings_of_host` ON `meetings` (`org_id`,`host_id`,`starts_at_ms`,`id`) WHERE "meetings"."deleted_at_ms" is null;