-- works with 0003_rooms_and_branding
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
