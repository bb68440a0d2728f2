-- works with 0002_caption_links
CREATE TABLE `branding` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`display_name` text,
	`color` text,
	`sender_name` text,
	`reply_to` text,
	`logo_blob_id` text,
	`logo_token` text,
	`logo_width` integer,
	`logo_height` integer,
	`logo_size_bytes` integer,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`logo_blob_id`) REFERENCES `blobs`(`org_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `branding_of_blob` ON `branding` (`org_id`,`logo_blob_id`) WHERE "branding"."logo_blob_id" is not null;