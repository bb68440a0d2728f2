CREATE TABLE `configurations` (
	`key` text PRIMARY KEY NOT NULL,
	`content_id` text NOT NULL,
	`version` integer NOT NULL,
	`value` text NOT NULL,
	`updated_at_ms` integer NOT NULL
) STRICT;
