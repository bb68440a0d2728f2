CREATE TABLE `billing_accounts` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`provider` text NOT NULL,
	`currency` text NOT NULL,
	`name` text,
	`email` text,
	`tax_id` text,
	`address` text,
	`balance_minor` integer NOT NULL,
	`customer_id` text,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "billing_accounts_provider_known" CHECK("billing_accounts"."provider" in ('manual', 'stripe'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_accounts_once` ON `billing_accounts` (`org_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `billing_accounts_by_customer` ON `billing_accounts` (`customer_id`) WHERE "billing_accounts"."customer_id" is not null;--> statement-breakpoint
CREATE TABLE `invoice_counters` (
	`series` text PRIMARY KEY NOT NULL,
	`last_number` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `invoices` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`number` text NOT NULL,
	`currency` text NOT NULL,
	`period_start_ms` integer NOT NULL,
	`period_end_ms` integer NOT NULL,
	`lines` text NOT NULL,
	`taxes` text NOT NULL,
	`subtotal_minor` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`total_minor` integer NOT NULL,
	`credit_applied_minor` integer NOT NULL,
	`credit_granted_minor` integer NOT NULL,
	`issuer` text NOT NULL,
	`customer` text NOT NULL,
	`corrects_id` text,
	`reason` text,
	`issued_at_ms` integer NOT NULL,
	`due_at_ms` integer NOT NULL,
	`state` text NOT NULL,
	`amount_due_minor` integer NOT NULL,
	`amount_paid_minor` integer NOT NULL,
	`corrected_minor` integer NOT NULL,
	`paid_at_ms` integer,
	`payment_reference` text,
	`voided_at_ms` integer,
	`overdue_at_ms` integer,
	`version` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invoices_kind_known" CHECK("invoices"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "invoices_state_known" CHECK("invoices"."state" in ('open', 'paid', 'void', 'issued'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number_unique` ON `invoices` (`number`);--> statement-breakpoint
CREATE INDEX `invoices_by_age` ON `invoices` (`org_id`,`issued_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_by_state` ON `invoices` (`org_id`,`state`,`issued_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_overdue` ON `invoices` (`org_id`,`state`,`overdue_at_ms`) WHERE "invoices"."overdue_at_ms" is not null;