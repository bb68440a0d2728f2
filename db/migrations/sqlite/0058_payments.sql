CREATE TABLE `payment_events` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`provider_id` text,
	`received_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `payment_events_by_age` ON `payment_events` (`received_at_ms`);--> statement-breakpoint
CREATE TABLE `payment_methods` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`token` text NOT NULL,
	`type` text NOT NULL,
	`brand` text,
	`last4` text,
	`exp_month` integer,
	`exp_year` integer,
	`is_default` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_methods_token_unique` ON `payment_methods` (`org_id`,`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_methods_default_once` ON `payment_methods` (`org_id`) WHERE "payment_methods"."is_default";--> statement-breakpoint
CREATE TABLE `payments` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`token` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`provider_id` text,
	`failure_code` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`invoice_id`) REFERENCES `invoices`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "payments_state_known" CHECK("payments"."state" in ('pending', 'processing', 'succeeded', 'failed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `payments_by_invoice` ON `payments` (`org_id`,`invoice_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_unfinished_once` ON `payments` (`org_id`,`invoice_id`) WHERE "payments"."state" in ('pending', 'processing');