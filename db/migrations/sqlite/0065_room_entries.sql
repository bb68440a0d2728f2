ALTER TABLE `meetings` ADD `join_code_holder_id` text;--> statement-breakpoint
CREATE INDEX `meetings_by_code_holder` ON `meetings` (`org_id`,`join_code_holder_id`,`id`) WHERE "meetings"."join_code_holder_id" is not null;--> statement-breakpoint
ALTER TABLE `participants` ADD `entered_at_seq` integer;--> statement-breakpoint
-- The host holds the code of a meeting, unless they are a system administrator, who need not be a member.
UPDATE `meetings` SET `join_code_holder_id` = `host_id` WHERE `join_code_hash` IS NOT NULL AND `host_id` IN (SELECT `id` FROM `users` WHERE NOT `system_admin`);