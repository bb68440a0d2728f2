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
CREATE INDEX `attendance_stretches_open` ON `attendance_stretches` (`instance_id`,`org_id`,`meeting_id`,`participant_id`,`joined_at_ms`) WHERE "attendance_stretches"."left_at_ms" is null;