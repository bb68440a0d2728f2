-- works with 0003_rooms_and_branding
CREATE TABLE `attendance_instances` (
	`id` text PRIMARY KEY NOT NULL,
	`seen_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `attendance_rows` (
	`org_id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`participant_id` text NOT NULL,
	`intervals` text NOT NULL,
	`present_ms` integer NOT NULL,
	`measured` text NOT NULL,
	`corrected` text,
	`corrected_by` text,
	`reason` text,
	`corrected_at_ms` integer,
	`version` integer NOT NULL,
	PRIMARY KEY(`org_id`, `meeting_id`, `participant_id`),
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "attendance_rows_measured_known" CHECK("attendance_rows"."measured" in ('present', 'late', 'left_early', 'absent')),
	CONSTRAINT "attendance_rows_corrected_known" CHECK("attendance_rows"."corrected" in ('present', 'late', 'left_early', 'absent'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `attendance_sheets` (
	`org_id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`late_after_minutes` integer NOT NULL,
	`left_early_minutes` integer NOT NULL,
	`present_percent` integer NOT NULL,
	`ready_at_ms` integer,
	PRIMARY KEY(`org_id`, `meeting_id`),
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `attendance_stretches` (
	`org_id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`participant_id` text NOT NULL,
	`joined_at_ms` integer NOT NULL,
	`instance_id` text NOT NULL,
	`left_at_ms` integer,
	PRIMARY KEY(`org_id`, `meeting_id`, `participant_id`, `joined_at_ms`, `instance_id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `attendance_stretches_open` ON `attendance_stretches` (`instance_id`,`org_id`,`meeting_id`,`participant_id`,`joined_at_ms`) WHERE "attendance_stretches"."left_at_ms" is null;--> statement-breakpoint
CREATE TABLE `holidays` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`entries` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `host_leases` (
	`org_id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`participant_id` text,
	`state` text NOT NULL,
	`grace_ms` integer NOT NULL,
	`ends_at_ms` integer NOT NULL,
	`due_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `meeting_id`, `instance_id`),
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "host_leases_state_known" CHECK("host_leases"."state" in ('open', 'ended'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `host_leases_by_due` ON `host_leases` (`due_at_ms`,`org_id`,`meeting_id`);--> statement-breakpoint
CREATE INDEX `host_leases_of_instance` ON `host_leases` (`instance_id`,`org_id`,`meeting_id`) WHERE "host_leases"."state" = 'open';--> statement-breakpoint
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
ALTER TABLE `meetings` ADD `when_unattended` text;--> statement-breakpoint
ALTER TABLE `meetings` ADD `room_rules` text;--> statement-breakpoint
ALTER TABLE `meetings` ADD `hold` text;--> statement-breakpoint
CREATE UNIQUE INDEX `meetings_occurrence_unique` ON `meetings` (`org_id`,`series_id`,`occurrence_at_ms`) WHERE "meetings"."occurrence_at_ms" is not null and ("meetings"."changed" or "meetings"."state" <> 'cancelled');--> statement-breakpoint
CREATE INDEX `meetings_of_series` ON `meetings` (`org_id`,`series_id`,`occurrence_at_ms`,`id`) WHERE "meetings"."occurrence_at_ms" is not null;--> statement-breakpoint
ALTER TABLE `recordings` ADD `mix_of` text;