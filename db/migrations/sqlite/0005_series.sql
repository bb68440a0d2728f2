-- works with 0004_holidays
CREATE TABLE `series` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`rule` text NOT NULL,
	`starts_at` text NOT NULL,
	`timezone` text NOT NULL,
	`duration_minutes` integer NOT NULL,
	`ex_dates` text NOT NULL,
	`r_dates` text NOT NULL,
	`until` text,
	`join_code` text NOT NULL,
	`access` text NOT NULL,
	`options` text NOT NULL,
	`participants` text NOT NULL,
	`host_id` text NOT NULL,
	`previous_id` text,
	`join_code_hash` text,
	`join_code_sealed` text,
	`join_code_holder_id` text,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`workspace_id`) REFERENCES `workspaces`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "series_join_code_known" CHECK("series"."join_code" in ('shared', 'each')),
	CONSTRAINT "series_access_known" CHECK("series"."access" in ('invited', 'workspace', 'link'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `series_by_id` ON `series` (`id`,`org_id`);--> statement-breakpoint
CREATE INDEX `series_of_workspace` ON `series` (`org_id`,`workspace_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `series_join_code_unique` ON `series` (`org_id`,`join_code_hash`) WHERE "series"."join_code_hash" is not null;--> statement-breakpoint
CREATE INDEX `series_by_code_holder` ON `series` (`org_id`,`join_code_holder_id`,`id`) WHERE "series"."join_code_holder_id" is not null;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_removals` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`at_ms` integer NOT NULL,
	CONSTRAINT "removals_kind_known" CHECK("__new_removals"."kind" in ('artifact', 'meeting', 'organization', 'person', 'member', 'api_key', 'administrator', 'account', 'calendar_feed', 'chat_message', 'series'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_removals`("id", "org_id", "kind", "subject_id", "at_ms") SELECT "id", "org_id", "kind", "subject_id", "at_ms" FROM `removals`;--> statement-breakpoint
DROP TABLE `removals`;--> statement-breakpoint
ALTER TABLE `__new_removals` RENAME TO `removals`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `removals_by_time` ON `removals` (`at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `removals_by_organization` ON `removals` (`org_id`) WHERE "removals"."org_id" is not null;--> statement-breakpoint
ALTER TABLE `meetings` ADD `series_id` text;--> statement-breakpoint
ALTER TABLE `meetings` ADD `occurrence` text;--> statement-breakpoint
ALTER TABLE `meetings` ADD `occurrence_at_ms` integer;--> statement-breakpoint
ALTER TABLE `meetings` ADD `changed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `meetings_occurrence_unique` ON `meetings` (`org_id`,`series_id`,`occurrence_at_ms`) WHERE "meetings"."occurrence_at_ms" is not null and ("meetings"."changed" or "meetings"."state" <> 'cancelled');--> statement-breakpoint
CREATE INDEX `meetings_of_series` ON `meetings` (`org_id`,`series_id`,`occurrence_at_ms`,`id`) WHERE "meetings"."occurrence_at_ms" is not null;