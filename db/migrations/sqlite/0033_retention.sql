CREATE TABLE `retention_changes` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`previous` text NOT NULL,
	`changed_at_ms` integer NOT NULL,
	`purges_from_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `retention_changes_in_force` ON `retention_changes` (`org_id`,`purges_from_ms`,`id`);--> statement-breakpoint
CREATE INDEX `retention_changes_ended` ON `retention_changes` (`purges_from_ms`);--> statement-breakpoint
CREATE TABLE `retention_previews` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`policy` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `retention_previews_expired` ON `retention_previews` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `retention_runs` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`trigger` text NOT NULL,
	`dry_run` integer NOT NULL,
	`state` text NOT NULL,
	`policy` text,
	`purged` text NOT NULL,
	`failure` text,
	`requested_by` text,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`started_at_ms` integer,
	`ended_at_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "retention_runs_trigger_known" CHECK("retention_runs"."trigger" in ('schedule', 'request')),
	CONSTRAINT "retention_runs_state_known" CHECK("retention_runs"."state" in ('queued', 'running', 'completed', 'failed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `retention_runs_by_age` ON `retention_runs` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `retention_runs_unfinished_unique` ON `retention_runs` (`org_id`,`dry_run`) WHERE "retention_runs"."state" in ('queued', 'running');