CREATE TABLE `followers` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	`is_active` integer NOT NULL,
	`is_parked` integer NOT NULL,
	`failures` integer NOT NULL,
	`failing_since_ms` integer,
	`due_at_ms` integer,
	`lease_token` text,
	`leased_until_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "followers_kind_known" CHECK("followers"."kind" in ('webhook', 'audit_stream'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `followers_due` ON `followers` (`due_at_ms`) WHERE "followers"."due_at_ms" is not null;