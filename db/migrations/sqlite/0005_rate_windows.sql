-- works with 0004_school_week
CREATE TABLE `rate_windows` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`length_ms` integer NOT NULL,
	`ends_at_ms` integer NOT NULL,
	`counted_at_ms` integer NOT NULL,
	`keep_until_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `rate_windows_by_end` ON `rate_windows` (`keep_until_ms`);