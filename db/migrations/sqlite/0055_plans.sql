ALTER TABLE `organizations` ADD `plan_code` text;--> statement-breakpoint
ALTER TABLE `organizations` ADD `entitlement_overrides` text DEFAULT '{}' NOT NULL;