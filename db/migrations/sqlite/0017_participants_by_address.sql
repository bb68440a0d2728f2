DROP INDEX `participants_of_email`;--> statement-breakpoint
CREATE INDEX `participants_of_email` ON `participants` (`email_key`,`org_id`,`meeting_id`) WHERE "participants"."email_key" is not null;