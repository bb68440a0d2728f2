DROP INDEX `spent_refresh_tokens_by_time`;--> statement-breakpoint
CREATE INDEX `spent_refresh_tokens_with_successor` ON `spent_refresh_tokens` (`spent_at_ms`) WHERE "spent_refresh_tokens"."successor_sealed" is not null;--> statement-breakpoint
ALTER TABLE `sessions` ADD `epoch` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `session_epoch` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `one_time_tokens_shown` ON `one_time_tokens` (`user_id`) WHERE not "one_time_tokens"."mailed";