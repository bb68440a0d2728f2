CREATE TABLE `noted_reads` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`noted_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `noted_reads_by_age` ON `noted_reads` (`noted_at_ms`);