-- works with 0001_keys_with_indexes
CREATE TABLE `caption_links` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`created_by` text NOT NULL,
	`identity` text,
	`expires_at_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `caption_links_meeting_unique` ON `caption_links` (`org_id`,`meeting_id`);