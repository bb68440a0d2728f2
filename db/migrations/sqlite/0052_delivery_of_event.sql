DROP INDEX `webhook_deliveries_event_unique`;--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_event_unique` ON `webhook_deliveries` (`org_id`,`event_id`,`webhook_id`);