PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_invitations` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`mailed` integer DEFAULT false NOT NULL,
	`delivery` text,
	`state` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`accepted_at_ms` integer,
	`accepted_by` text,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invitations_state_known" CHECK("__new_invitations"."state" in ('pending', 'accepted', 'revoked', 'requested'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_invitations`("org_id", "id", "email", "email_key", "role", "token_hash", "mailed", "delivery", "state", "invited_by", "created_at_ms", "expires_at_ms", "accepted_at_ms", "accepted_by") SELECT "org_id", "id", "email", "email_key", "role", "token_hash", "mailed", "delivery", "state", "invited_by", "created_at_ms", "expires_at_ms", "accepted_at_ms", "accepted_by" FROM `invitations`;--> statement-breakpoint
DROP TABLE `invitations`;--> statement-breakpoint
ALTER TABLE `__new_invitations` RENAME TO `invitations`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_unique` ON `invitations` (`org_id`,`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_pending_unique` ON `invitations` (`org_id`,`email_key`) WHERE "invitations"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_requested_unique` ON `invitations` (`org_id`,`email_key`) WHERE "invitations"."state" = 'requested';--> statement-breakpoint
CREATE INDEX `invitations_by_inviter` ON `invitations` (`invited_by`,`org_id`,`role`) WHERE "invitations"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `invitations_by_age` ON `invitations` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_by_state` ON `invitations` (`org_id`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_by_email` ON `invitations` (`email_key`,`state`);--> statement-breakpoint
CREATE INDEX `invitations_by_acceptor` ON `invitations` (`accepted_by`) WHERE "invitations"."accepted_by" is not null;