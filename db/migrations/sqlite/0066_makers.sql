ALTER TABLE `audit_streams` ADD `maker_state` text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE `caption_addresses` ADD `identity` text;--> statement-breakpoint
ALTER TABLE `integrations` ADD `created_by` text;--> statement-breakpoint
ALTER TABLE `integrations` ADD `maker_state` text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE `transcripts` ADD `consent_statement` text;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `maker_state` text DEFAULT 'active' NOT NULL;