CREATE TABLE `webhook_deliveries` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`event_id` text NOT NULL,
	`event_type` text NOT NULL,
	`sequence` integer,
	`state` text NOT NULL,
	`attempts` text NOT NULL,
	`attempt_count` integer NOT NULL,
	`tries` integer NOT NULL,
	`next_attempt_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_deliveries_state_known" CHECK("webhook_deliveries"."state" in ('pending', 'held', 'succeeded', 'failed', 'skipped'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_event_unique` ON `webhook_deliveries` (`org_id`,`webhook_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_age` ON `webhook_deliveries` (`org_id`,`webhook_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_state` ON `webhook_deliveries` (`org_id`,`webhook_id`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`org_id`,`webhook_id`,`next_attempt_at_ms`,`sequence`) WHERE "webhook_deliveries"."next_attempt_at_ms" is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_in_time` ON `webhook_deliveries` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`url` text NOT NULL,
	`description` text,
	`event_types` text,
	`payload` text NOT NULL,
	`header_names` text,
	`headers_sealed` text,
	`secret_sealed` text,
	`previous_secret_sealed` text,
	`previous_expires_at_ms` integer,
	`disabled_reason` text,
	`disabled_at_ms` integer,
	`replay_from` integer,
	`replay_to` integer,
	`created_by` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`id`) REFERENCES `followers`(`org_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "webhooks_disabled_reason_known" CHECK("webhooks"."disabled_reason" in ('gone', 'failing'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhooks_by_age` ON `webhooks` (`org_id`,`created_at_ms`,`id`);