CREATE TABLE `search_terms` (
	`org_id` text NOT NULL,
	`collection` text NOT NULL,
	`term` text NOT NULL,
	`position` integer NOT NULL,
	`id` text NOT NULL,
	`words` text,
	PRIMARY KEY(`org_id`, `collection`, `term`, `position`, `id`)
) STRICT, WITHOUT ROWID;
