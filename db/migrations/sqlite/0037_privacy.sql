CREATE TABLE `privacy_erasures` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`email_key` text,
	`state` text NOT NULL,
	`reason` text,
	`erased` text NOT NULL,
	`held_meetings` integer,
	`requested_by` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`completed_at_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "privacy_erasures_state_known" CHECK("privacy_erasures"."state" in ('queued', 'running', 'completed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `privacy_erasures_by_age` ON `privacy_erasures` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `privacy_erasures_unfinished` ON `privacy_erasures` (`org_id`,`user_id`) WHERE "privacy_erasures"."state" <> 'completed';