CREATE TABLE `guardian_consents` (
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`guardian` text NOT NULL,
	`granted_day` text NOT NULL,
	`note` text,
	`recorded_by` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `user_id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `guardian_consents_of_person` ON `guardian_consents` (`user_id`,`org_id`);--> statement-breakpoint
CREATE INDEX `privacy_erasures_held` ON `privacy_erasures` (`org_id`,`id`) WHERE "privacy_erasures"."state" = 'completed' and "privacy_erasures"."email_key" is not null;