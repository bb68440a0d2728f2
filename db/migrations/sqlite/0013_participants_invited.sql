ALTER TABLE `participants` ADD `email_key` text;--> statement-breakpoint
ALTER TABLE `participants` ADD `invite_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `participants_email_unique` ON `participants` (`org_id`,`meeting_id`,`email_key`) WHERE "participants"."email_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `participants_invite_unique` ON `participants` (`org_id`,`invite_hash`) WHERE "participants"."invite_hash" is not null;--> statement-breakpoint
CREATE INDEX `participants_by_state` ON `participants` (`org_id`,`meeting_id`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `participants_of_email` ON `participants` (`email_key`,`org_id`,`id`) WHERE "participants"."email_key" is not null;