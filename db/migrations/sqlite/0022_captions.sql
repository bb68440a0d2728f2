CREATE TABLE `caption_addresses` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `caption_addresses_meeting_unique` ON `caption_addresses` (`org_id`,`meeting_id`);--> statement-breakpoint
ALTER TABLE `live_tracks` ADD `end_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `live_tracks` ADD `generation` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `live_tracks` ADD `publishing` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `live_tracks` DROP COLUMN `start_ms`;--> statement-breakpoint
ALTER TABLE `live_tracks` DROP COLUMN `started`;