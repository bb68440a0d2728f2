CREATE TABLE `privacy_exports` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text,
	`email_key` text,
	`state` text NOT NULL,
	`progress` real NOT NULL,
	`blob_id` text,
	`size_bytes` integer,
	`sha256` text,
	`failure` text,
	`requested_by` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`started_at_ms` integer,
	`ended_at_ms` integer,
	`expires_at_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`blob_id`) REFERENCES `blobs`(`org_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "privacy_exports_subject_known" CHECK("privacy_exports"."subject" in ('person', 'organization')),
	CONSTRAINT "privacy_exports_state_known" CHECK("privacy_exports"."state" in ('queued', 'running', 'ready', 'failed', 'expired'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `privacy_exports_by_age` ON `privacy_exports` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `privacy_exports_expiring` ON `privacy_exports` (`expires_at_ms`,`org_id`,`id`) WHERE "privacy_exports"."state" = 'ready';--> statement-breakpoint
CREATE INDEX `privacy_exports_of_user` ON `privacy_exports` (`user_id`,`org_id`) WHERE "privacy_exports"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `privacy_exports_of_email` ON `privacy_exports` (`email_key`,`org_id`) WHERE "privacy_exports"."email_key" is not null;