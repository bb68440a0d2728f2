CREATE TABLE `failed_sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`ip` text,
	`user_agent` text,
	`request_id` text NOT NULL,
	`reason` text NOT NULL,
	`occurred_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `failed_sign_ins_by_user` ON `failed_sign_ins` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `failed_sign_ins_by_time` ON `failed_sign_ins` (`occurred_at_ms`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `maker_state` text DEFAULT 'active' NOT NULL;--> statement-breakpoint
CREATE INDEX `api_keys_by_maker` ON `api_keys` (`org_id`,`created_by`);--> statement-breakpoint
ALTER TABLE `invitations` ADD `mailed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `invitations_by_inviter` ON `invitations` (`org_id`,`invited_by`);--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `mailed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `organizations` ADD `deletion_authority` text;--> statement-breakpoint
ALTER TABLE `users` ADD `password_version` integer DEFAULT 1 NOT NULL;