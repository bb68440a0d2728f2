CREATE TABLE `audit_checkpoints` (
	`org_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`hash` text NOT NULL,
	`signed_at_ms` integer NOT NULL,
	`previous` text,
	`key_id` text NOT NULL,
	`signature` text NOT NULL,
	PRIMARY KEY(`org_id`, `sequence`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `audit_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`private_sealed` text NOT NULL,
	`created_at_ms` integer NOT NULL
) STRICT;
